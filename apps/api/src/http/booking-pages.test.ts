import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookingPageView } from '@burrow/contracts/booking-page';
import { makeBooking, makeDeposit } from '../../../../packages/dev/src/factory-bookings.ts';
import { insertRow } from '../../../../packages/dev/src/factory-insert.ts';
import { makeTenant } from '../../../../packages/dev/src/factory-people.ts';
import { makeService } from '../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../testing/harness.ts';
import { writeBookingPage } from '../testing/written-booking-page.ts';

// What the server sends: head, headers and addresses. The page's own content is tested in a browser.

const root = mkdtempSync(join(tmpdir(), 'burrow-book-'));
writeBookingPage(root);
afterAll(() => rmSync(root, { recursive: true }));

const api = useTestApi({ BOOK_ROOT: root, PUBLIC_URL: 'https://burrow.example' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('delete from rate_limits'));

interface Page {
  status: number;
  headers: IncomingHttpHeaders;
  html: string;
}

/** A page as a browser gets it at a host; `fetch` sends its own host. */
const open = (path: string, headers: Record<string, string> = {}): Promise<Page> =>
  new Promise((resolve, reject) => {
    const asked = request(`${api.url}${path}`, { headers }, (answer) => {
      textOf(answer).then(
        (html) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, html }),
        reject,
      );
    });
    asked.on('error', reject);
    asked.end();
  });

const shown = { booking_page: true, booking_page_published_at: '2026-01-02T09:00:00Z' } as const;

/** A practice with its page switched on, and the page's address. */
async function makePage(
  columns: Parameters<typeof makePractice>[1] = {},
): Promise<Practice & { path: string }> {
  const practice = await makePractice(db(), { ...shown, ...columns });
  return { ...practice, path: `/book/${practice.tenant.subdomain}` };
}

const policyOf = ({ headers }: Page): Map<string, string> =>
  new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((part): [string, string] => {
        const [name = '', ...sources] = part.split(' ');
        return [name, sources.join(' ')];
      }),
  );

/** The structured data of a page. */
const dataOf = ({ html }: Page): Record<string, unknown> =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as Record<
    string,
    unknown
  >;

/** The data that a page begins with. */
const viewOf = ({ html }: Page) =>
  JSON.parse(
    /<script type="application\/json" id="book-view">(.*?)<\/script>/s.exec(html)?.[1] ?? '',
  ) as BookingPageView;

const metaOf = ({ html }: Page, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

describe('a booking page', () => {
  it('has a head for search engines and link previews', async () => {
    const { tenant, path } = await makePage({
      tenant_name: 'Willow Vets',
      business_type: 'Veterinary',
      phone: '01632960144',
      address: '8 Tannery Yard\nLudlow',
      business_hours: {
        mon: [
          ['09:00', '12:00'],
          ['13:00', '24:00'],
        ],
      },
    });
    await insertRow(db(), 'holidays', {
      tenant_id: tenant.id,
      name: 'Training',
      start_date: '2026-02-03',
      end_date: '2026-02-04',
    });
    const page = await open(path);
    const address = `https://burrow.example${path}`;
    expect(page.status).toBe(200);
    expect(/<title>(.*?)<\/title>/.exec(page.html)?.[1]).toBe('Book an appointment · Willow Vets');
    expect(metaOf(page, 'description')).toMatch(
      /^Book an appointment at Willow Vets online: .*See free times and prices\. 8 Tannery Yard, Ludlow\.$/,
    );
    expect(page.html).toContain(`<link rel="canonical" href="${address}">`);
    expect(metaOf(page, 'og:url')).toBe(address);
    expect(metaOf(page, 'og:title')).toBe('Book an appointment · Willow Vets');
    expect(metaOf(page, 'robots')).toBeUndefined();
    expect(page.headers['x-robots-tag']).toBeUndefined();
    expect(dataOf(page)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': ['VeterinaryCare', 'LocalBusiness'],
      name: 'Willow Vets',
      url: address,
      telephone: '01632960144',
      address: { streetAddress: '8 Tannery Yard, Ludlow' },
      openingHoursSpecification: [
        { dayOfWeek: 'https://schema.org/Monday', opens: '09:00', closes: '12:00' },
        { dayOfWeek: 'https://schema.org/Monday', opens: '13:00', closes: '23:59' },
      ],
      specialOpeningHoursSpecification: [
        {
          name: 'Training',
          validFrom: '2026-02-03',
          validThrough: '2026-02-04',
          opens: '00:00',
          closes: '00:00',
        },
      ],
    });
  });

  it('is a local business where the practice is no vet, and names no price that is not shown', async () => {
    const { path } = await makePage({ business_type: 'Grooming', booking_page_prices: false });
    const page = await open(path);
    expect(dataOf(page)['@type']).toBe('LocalBusiness');
    expect(page.html).not.toMatch(/"price":"|priceCurrency/);
    expect(metaOf(page, 'description')).toContain('See free times.');
  });

  it('escapes the texts of the practice', async () => {
    const nasty = `</script><script>alert(1)</script>"'><img src=x onerror=alert(2)>&lt;`;
    const { tenant, path } = await makePage({ tenant_name: nasty, address: nasty });
    await makeService(db(), { tenant, name: nasty, description: nasty });
    const page = await open(path);
    expect(page.html).not.toContain('<script>alert');
    expect(page.html).not.toContain('<img');
    expect(page.html.match(/<script/g)).toHaveLength(3);
    expect(dataOf(page)['name']).toBe(nasty);
    // Nothing but files of the server runs.
    expect(policyOf(page).get('script-src')).toBe("'self'");
  });

  it('is the practice’s of its address, whichever host it is asked for', async () => {
    const willow = await makePage({ tenant_name: 'Willow Vets', custom_host: 'book.willow-vets.example' });
    const clover = await makePage({ tenant_name: 'Clover Grooming' });
    const at = async (host: string, path: string) => {
      const page = await open(path, { Host: host });
      return [page.status, /· (.*?)<\/title>/.exec(page.html)?.[1]];
    };
    expect(await at('burrow.example', willow.path)).toEqual([200, 'Willow Vets']);
    expect(await at('burrow.example', clover.path)).toEqual([200, 'Clover Grooming']);
    expect(await at('book.willow-vets.example', '/book')).toEqual([200, 'Willow Vets']);
    expect(await at(`${clover.tenant.subdomain}.burrow.example`, '/book')).toEqual([200, 'Clover Grooming']);
    expect(await at('burrow.example', '/book')).toEqual([404, undefined]);
    // The canonical address is one, whichever was opened.
    const own = 'https://book.willow-vets.example/book';
    expect((await open(willow.path)).html).toContain(`<link rel="canonical" href="${own}">`);
    expect((await open('/book', { Host: 'book.willow-vets.example' })).html).toContain(
      `<link rel="canonical" href="${own}">`,
    );
    const { html } = await open(clover.path);
    expect(html).not.toContain('Willow');
  });

  it('comes with the free times of the service in its address, and no taken ones', async () => {
    const { path, checkUp } = await makePage();
    const other = await makePage();
    const views = await Promise.all(
      [`?service=${checkUp.id}`, `?service=${other.checkUp.id}`, '?service=x', ''].map(async (query) =>
        viewOf(await open(path + query)),
      ),
    );
    expect(views.map(({ service_id: id }) => id)).toEqual([checkUp.id, null, null, null]);
    const times = views[0]?.months.flatMap(({ days }) => days.flatMap((day) => day.times)) ?? [];
    expect(times.length).toBeGreaterThan(0);
    expect(times.every(({ free }) => free)).toBe(true);
    expect(views.slice(1).map(({ months }) => months)).toEqual([[], [], []]);
  });

  it('that was never shown is not found, and one that was switched off is gone', async () => {
    const { subdomain } = await makeTenant(db());
    const closed = await makePage({ booking_page: false });
    const suspended = await makePage();
    await db().query('update tenants set suspended_at = now() where id = $1', [suspended.tenant.id]);
    const paths = [`/book/${subdomain}`, '/book/nothing', '/book/%00', `/book/${'x'.repeat(500)}`];
    for (const path of paths) expect([path, (await open(path)).status]).toEqual([path, 404]);
    for (const { path, tenant } of [closed, suspended]) {
      const page = await open(path);
      expect([page.status, metaOf(page, 'robots')]).toEqual([410, 'noindex']);
      expect(page.html).not.toContain(tenant.tenant_name);
      expect(page.headers['cache-control']).toBe('no-cache');
    }
  });

  it('that was switched off is shown only with the payment that was begun on it, and offers nothing', async () => {
    const closed = await makePage({ booking_page: false, phone: '01632960144' });
    const other = await makePage({ booking_page: false });
    const { tenant, animal, path } = closed;
    const begin = async (place: object) =>
      (await makeDeposit(db(), { booking: await makeBooking(db(), { animal }), ...place }))
        .checkout_reference;
    const here = await begin({ return_path: path });
    const page = await open(`${path}?paid=${here}`);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect([page.headers['x-robots-tag'], page.html.includes('rel="canonical"')]).toEqual(['noindex', false]);
    const nothing = { requests_open: false, services: [], species: [], team: [], logo_url: null };
    const told = { tenant_id: tenant.id, tenant_name: tenant.tenant_name, phone: '01632960144' };
    expect(viewOf(page)).toMatchObject({
      practice: { ...told, ...nothing },
      service_id: null,
      months: [],
      people: [],
    });
    const inPortal = await begin({});
    const refused = [
      `${path}?paid=cs_guessed`,
      `${path}?paid=${inPortal}`,
      `${path}?paid=%00`,
      `${path}?paid=${here}&embed=1`,
      `${other.path}?paid=${here}`,
      path,
    ];
    for (const address of refused) {
      const { status, html } = await open(address);
      expect([address, status, html.includes(tenant.tenant_name)]).toEqual([address, 410, false]);
    }
    const { subdomain } = await makeTenant(db());
    expect((await open(`/book/${subdomain}?paid=${here}`)).status).toBe(404);
    const asked = { tenant_id: tenant.id, service_id: closed.checkUp.id };
    expect((await api.call('book/practice', asked)).status).toBe(404);
    expect((await api.call('book/availability', asked)).status).toBe(404);
    const paid = await api.call('book/payment', { tenant_id: tenant.id, checkout_id: here ?? '' });
    expect(paid.body).toMatchObject({ outcome: 'booked' });
  });

  it('of a practice that is being moved says so, and leads to its new address afterwards', async () => {
    const { tenant, path } = await makePage({ suspended_at: '2026-01-14T08:55:00Z' });
    await db().query(
      "insert into practice_moves (tenant_id, started_at) values ($1, '2026-01-14T08:55:00Z')",
      [tenant.id],
    );
    const moving = await open(`${path}?service=1`);
    expect([moving.status, moving.headers['retry-after']]).toEqual([503, '300']);
    expect(moving.html).toContain('<title>Online booking is closed</title>');
    await db().query(
      "update practice_moves set moved_at = now(), moved_to = 'https://b.example.com' where tenant_id = $1",
      [tenant.id],
    );
    const moved = await open(`${path}?service=1`);
    expect([moved.status, moved.headers.location]).toEqual([302, `https://b.example.com${path}?service=1`]);
  });

  it('is checked again by browsers, and changes its version with what it shows and who may frame it', async () => {
    const { tenant, path } = await makePage();
    const first = await open(`${path}?embed=1`);
    expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, must-revalidate');
    const again = await open(`${path}?embed=1`, { 'If-None-Match': String(first.headers.etag) });
    expect([again.status, again.html]).toEqual([304, '']);
    await db().query("update tenants set widget_sites = '{https://a.example}' where id = $1", [tenant.id]);
    const changed = await open(`${path}?embed=1`, { 'If-None-Match': String(first.headers.etag) });
    expect(changed.status).toBe(200);
  });

  it('keeps out of search engines in a frame and after a payment', async () => {
    const { path } = await makePage();
    for (const query of ['?embed=1', '?paid=cs_1', '?payment=cancelled']) {
      const page = await open(path + query);
      expect([query, page.headers['x-robots-tag'], metaOf(page, 'robots')]).toEqual([
        query,
        'noindex',
        'noindex',
      ]);
    }
    expect((await open(`${path}?paid=cs_1`)).headers['cache-control']).toBe('no-store');
  });

  it('sets no cookie, and limits a network', async () => {
    const { path } = await makePage();
    expect((await open(path)).headers['set-cookie']).toBeUndefined();
    await db().query('delete from rate_limits');
    const answers = await Promise.all(Array.from({ length: 301 }, () => open('/book/nothing')));
    const counts = Object.groupBy(answers, ({ status }) => String(status));
    expect([counts['404']?.length, counts['429']?.length]).toEqual([300, 1]);
  });
});

describe('the frame', () => {
  it('may be in the practice’s own sites and nowhere else', async () => {
    const sites = ['https://www.willow-vets.example', 'http://localhost:3000'];
    const { path } = await makePage({ widget_sites: sites });
    const other = await makePage({ widget_sites: ['https://evil.example'] });
    const frame = await open(`${path}?embed=1`);
    expect(policyOf(frame).get('frame-ancestors')).toBe(`'self' ${sites.join(' ')}`);
    // It could name no sites, and would refuse them.
    expect(frame.headers['x-frame-options']).toBeUndefined();
    const plain = await open(path);
    expect(policyOf(plain).get('frame-ancestors')).toBe("'none'");
    expect(plain.headers['x-frame-options']).toBe('DENY');
    expect(policyOf(await open(`${other.path}?embed=1`)).get('frame-ancestors')).toBe(
      "'self' https://evil.example",
    );
    const none = await makePage();
    const listed = await open(`${none.path}?embed=1`);
    expect(policyOf(listed).get('frame-ancestors')).toBe("'self'");
    expect(listed.headers['x-frame-options']).toBe('SAMEORIGIN');
    // A page that is not found is in no frame either.
    expect(policyOf(await open('/book/nothing?embed=1')).get('frame-ancestors')).toBe("'self'");
  });

  it('can be kept light', async () => {
    const { path } = await makePage();
    expect((await open(`${path}?embed=1&scheme=light`)).html).toContain('data-scheme="light"');
    expect((await open(`${path}?embed=1&scheme="><b>`)).html).not.toContain('<b>');
    expect((await open(`${path}?scheme=light`)).html).not.toContain('data-scheme');
  });

  it('is written by a script that other sites may load', async () => {
    const script = await open('/widget.js');
    expect([script.status, script.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
    expect(script.headers['content-type']).toMatch(/javascript/);
  });
});

describe('robots and site maps', () => {
  it('name the page of the host’s own practice, and no other practice of the installation', async () => {
    const { tenant } = await makePage({ custom_host: 'book.larch.example' });
    const robots = await open('/robots.txt', { Host: 'book.larch.example' });
    expect(robots.html).toContain('Sitemap: https://book.larch.example/sitemap.xml');
    expect(robots.html).toMatch(/^Allow: \/api\/book\/\nDisallow: \/api\/$/m);
    const map = await open('/sitemap.xml', { Host: 'book.larch.example' });
    expect(map.html).toContain('<loc>https://book.larch.example/book</loc>');
    const elsewhere = await open('/robots.txt', { Host: 'burrow.example' });
    expect(elsewhere.html).not.toContain('Sitemap');
    expect((await open('/sitemap.xml', { Host: 'burrow.example' })).status).toBe(404);
    await db().query('update tenants set booking_page = false where id = $1', [tenant.id]);
    expect((await open('/sitemap.xml', { Host: 'book.larch.example' })).status).toBe(404);
  });
});

describe('the logo', () => {
  it('is shown only with the page', async () => {
    const { tenant } = await makePage();
    expect((await open(`/book/-/logo/${tenant.id}`)).status).toBe(404);
    for (const id of ['0', 'x', '999999999']) expect((await open(`/book/-/logo/${id}`)).status).toBe(404);
  });
});
