import type { InputOf } from '@burrow/contracts/actions';
import { exportableReports, type ExportableReport } from '@burrow/contracts/report';
import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeRecall } from '../../../../../packages/dev/src/factory-care.ts';
import { makeClient, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import type { BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { pdfText } from '../../testing/pdf-text.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Choice = Omit<InputOf<'reports/export_csv'>, 'report'>;
const january = { date_from: '2026-01-01', date_to: '2026-01-14' };

/** The input beside the report's name. */
const choiceOf = (report: ExportableReport): Choice =>
  report === 'bookings_between_dates' ? january : { period: 'month' };

const exportCsv = (report: ExportableReport, caller: Caller, choice: Choice = choiceOf(report)) =>
  api.call('reports/export_csv', { report, ...choice }, caller);
const exportPdf = (report: ExportableReport, caller: Caller, choice: Choice = choiceOf(report)) =>
  api.call('reports/export_pdf', { report, ...choice }, caller);

/** A document is answered as its bytes. */
const bytesOf = ({ body }: { body: unknown }): Uint8Array => body as Uint8Array;

/** The lines of a CSV without its byte order mark. None of the texts in them has a line break. */
const linesOf = (answer: { body: unknown }): string[] => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOf(answer));
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  return text.slice(1, -2).split('\r\n');
};

const csvOf = async (...asked: Parameters<typeof exportCsv>) => linesOf(await exportCsv(...asked));
const printed = async (...asked: Parameters<typeof exportPdf>) => pdfText(bytesOf(await exportPdf(...asked)));

/** A practice with one appointment of its staff that was paid by card on 12 January. */
async function makePaidPractice(columns: Parameters<typeof makePractice>[1] = {}) {
  const practice = await makePractice(db(), columns);
  const { animal, checkUp: service, staff } = practice;
  const booking = await makeBooking(db(), {
    animal,
    service,
    staff,
    status: 'completed',
    booking_date: '2026-01-12',
    booking_time: '09:30',
  });
  await makePayment(db(), { booking, taken_at: '2026-01-12T10:02:03Z' });
  return { practice, booking };
}

/** More appointments like one, each for £1 and paid. Triggers are off: one by one they would take minutes. */
const payForMany = ({ tenant_id, id }: BookingRow, count: number) =>
  db().query(
    `begin;
     set local session_replication_role = 'replica';
     with made as (
       insert into bookings (tenant_id, client_id, animal_id, booking_date, booking_time, starts_at,
         duration_minutes, price_pence, status)
       select b.tenant_id, b.client_id, b.animal_id, '2026-01-05', '10:00', '2026-01-05T10:00:00Z', 30, 100, 'completed'
       from bookings b, generate_series(1, ${count}) where b.tenant_id = ${tenant_id} and b.id = ${id}
       returning tenant_id, id)
     insert into payments (tenant_id, booking_id, kind, method, amount_pence, taken_at)
     select m.tenant_id, m.id, 'payment', 'Cash', 100, '2026-01-05T10:00:00Z' from made m;
     commit;
     analyze bookings, payments`,
  );

describe('the paid bookings report as CSV', () => {
  it('has the columns of the report and a line for each appointment', async () => {
    const { practice, booking } = await makePaidPractice();
    const answer = await exportCsv('bookings_between_dates', practice.staffKey);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="paid-bookings-2026-01-01-to-2026-01-14.csv"',
    );
    const { animal, client } = practice;
    expect(linesOf(answer)).toEqual([
      'Booking ID,Animal,Customer,Date,Time,Service,Total,Price,Method,Who?,Last change,Changed at',
      `${booking.id},${animal.name},${client.name},2026-01-12,09:30,Consultation,45.00,45.00,Card,Stefan Staff,Paid,2026-01-12 10:02`,
    ]);
  });

  it("shows times of payment on the practice's clock, refunds as plain numbers, and every method", async () => {
    api.clock.set('2026-07-14T09:00:00Z');
    const { practice, booking } = await makePaidPractice();
    const paid = await makePayment(db(), {
      booking,
      method: 'Cash',
      amount_pence: 500,
      taken_at: '2026-07-01T23:30:00Z',
    });
    await makePayment(db(), {
      booking,
      kind: 'refund',
      amount_pence: -123_456,
      reverses_payment_id: paid.id,
      taken_at: '2026-07-02T10:00:00Z',
    });
    const days = { date_from: '2026-07-02', date_to: '2026-07-02' };
    const [, line] = await csvOf('bookings_between_dates', practice.adminKey, days);
    expect(line).toContain(',-1229.56,45.00,"Cash, Card",Stefan Staff,Refunded,2026-07-02 11:00');
  });

  it('distinguishes a payment that was marked unpaid from a refund, also in the PDF', async () => {
    const { practice, booking } = await makePaidPractice();
    const paid = await makePayment(db(), { booking, taken_at: '2025-12-30T10:00:00Z' });
    await makePayment(db(), {
      booking,
      kind: 'void',
      amount_pence: -4500,
      reverses_payment_id: paid.id,
      taken_at: '2026-01-13T10:00:00Z',
    });
    const days = { date_from: '2026-01-13', date_to: '2026-01-14' };
    const [, line] = await csvOf('bookings_between_dates', practice.adminKey, days);
    expect(line).toContain(',-45.00,45.00,Card,Stefan Staff,Marked unpaid,2026-01-13 10:00');
    expect(await printed('bookings_between_dates', practice.adminKey, days)).toContain(
      'Marked unpaid 13 Jan 2026, 10:00',
    );
  });

  it('keeps to its filters', async () => {
    const { practice } = await makePaidPractice();
    const count = async (choice: Choice) =>
      (await csvOf('bookings_between_dates', practice.adminKey, { ...january, ...choice })).length - 1;
    expect(await count({ paid_type: 'Card', staff: practice.staff.id })).toBe(1);
    expect(await count({ paid_type: 'Cash' })).toBe(0);
    expect(await count({ staff: practice.admin.id })).toBe(0);
    expect(await count({ date_from: '2024-01-15' })).toBe(1);
  });

  it('contains no formula that a spreadsheet would run', async () => {
    const practice = await makePractice(db());
    const { tenant, dog } = practice;
    const client = await makeClient(db(), { tenant, name: '@SUM(A1:A9)' });
    const animal = await makeAnimal(db(), {
      client,
      species: dog,
      name: '=HYPERLINK("https://x.example","a")',
    });
    const service = await makeService(db(), { tenant, name: '+cmd|calc' });
    const staff = await makeUser(db(), { tenant, role: 'staff', name: '-2+3' });
    const booking = await makeBooking(db(), { animal, service, staff, booking_date: '2026-01-12' });
    await makePayment(db(), { booking, taken_at: '2026-01-12T10:02:03Z' });
    const [, line] = await csvOf('bookings_between_dates', practice.adminKey);
    expect(line).toBe(
      `${booking.id},"'=HYPERLINK(""https://x.example"",""a"")",'@SUM(A1:A9),2026-01-12,10:00,'+cmd|calc,` +
        `${(service.base_price_pence / 100).toFixed(2)},${(service.base_price_pence / 100).toFixed(2)},Card,'-2+3,Paid,2026-01-12 10:02`,
    );
    const services = await csvOf('popular_services', practice.adminKey);
    expect(services[1]).toMatch(/^'\+cmd\|calc,1,100,/);
  });

  it('has only its header when there are no rows', async () => {
    const { adminKey } = await makePractice(db());
    expect(await csvOf('bookings_between_dates', adminKey)).toEqual([
      'Booking ID,Animal,Customer,Date,Time,Service,Total,Price,Method,Who?,Last change,Changed at',
    ]);
  });

  it('takes tens of thousands of rows, while the server answers others', async () => {
    const { practice, booking } = await makePaidPractice();
    await payForMany(booking, 24_999);
    const finished: string[] = [];
    const [lines, meanwhile] = await Promise.all([
      csvOf('bookings_between_dates', practice.adminKey).finally(() => finished.push('export')),
      api.call('clients/count', {}, practice.adminKey).finally(() => finished.push('count')),
    ]);
    expect(lines).toHaveLength(25_001);
    expect(new Set(lines.slice(1).map((line) => line.split(',', 1)[0])).size).toBe(25_000);
    expect(meanwhile.status).toBe(200);
    expect(finished).toEqual(['count', 'export']);
    const whole = await api.call('reports/bookings_between_dates', january, practice.adminKey);
    expect([whole.status, whole.error.code]).toEqual([413, 'report_too_long']);
    expect(whole.error.message).toMatch(/limit and cursor to page through it, or export it as CSV/);
    const paper = await exportPdf('bookings_between_dates', practice.adminKey);
    expect([paper.status, paper.error.code]).toEqual([413, 'report_too_long']);
    expect(paper.error.message).toMatch(/Choose fewer days, or export it as CSV/);
    const page = await api.call(
      'reports/bookings_between_dates',
      { ...january, limit: 100 },
      practice.adminKey,
    );
    expect(page.body.data.bookings).toHaveLength(100);
    expect(page.body.data.summary).toMatchObject({ total_revenue: '25044.00', booking_count: 25_000 });
  }, 60_000);
});

describe('the paid bookings report as PDF', () => {
  it('states its practice, period, contents, times and amounts', async () => {
    const { practice, booking } = await makePaidPractice({ tenant_name: 'Willow Vets' });
    const answer = await exportPdf('bookings_between_dates', practice.staffKey, {
      ...january,
      paid_type: 'Card',
      staff: practice.staff.id,
    });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="paid-bookings-2026-01-01-to-2026-01-14.pdf"',
    );
    const text = await pdfText(bytesOf(answer));
    for (const part of [
      'Willow Vets',
      'Paid Bookings Report',
      '1 January 2026 to 14 January 2026',
      'Generated 14 Jan 2026, 09:00',
      'Payment type Card',
      'Staff member Stefan Staff',
      'Booking ID Animal/Customer Date/Time Service Total Price Method Who? Last change Changed at',
      String(booking.id),
      'Consultation',
      '£45.00',
      'Paid bookings 1 Total £45.00 Booking ID',
      'Paid bookings 1 Total £45.00 of which Cash £0.00 of which Card £45.00 of which BACS £0.00',
      'Paid 12 Jan 2026, 10:02',
      'Appointments with a payment, refund or void in the period',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('states that there are no rows', async () => {
    const { adminKey } = await makePractice(db());
    const text = await printed('bookings_between_dates', adminKey);
    expect(text).toContain('No bookings found for the selected criteria');
    expect(text).toContain('Payment type All Staff member All Staff');
    expect(text).toContain('Total £0.00');
  });

  it('prints names as they are, whatever is in them', async () => {
    const practice = await makePractice(db(), { tenant_name: '<b>Vets</b> & Söhne' });
    const client = await makeClient(db(), {
      tenant: practice.tenant,
      name: 'Zoë <script>alert(1)</script> 🐕',
    });
    const animal = await makeAnimal(db(), { client, species: practice.dog, name: '=1+1) Tj 🐾' });
    const booking = await makeBooking(db(), { animal, booking_date: '2026-01-12' });
    await makePayment(db(), { booking, taken_at: '2026-01-12T10:02:03Z' });
    const text = await printed('bookings_between_dates', practice.adminKey);
    const packed = text.replaceAll(' ', '');
    for (const part of ['<b>Vets</b>&Söhne', 'Zoë<script>alert(1)</script>', '=1+1)Tj']) {
      expect(packed).toContain(part);
    }
  });
});

describe('an exported report', () => {
  const titles: Record<ExportableReport, string> = {
    bookings_between_dates: 'Paid Bookings Report',
    dashboard_overview: 'Overview',
    revenue_trends: 'Revenue Trends',
    popular_services: 'Popular Services',
    payment_methods: 'Payment Methods',
    booking_patterns: 'Booking Patterns',
    client_retention: 'Client Retention',
    animal_demographics: 'Animal Demographics',
    client_growth: 'Client Growth & Activity',
    utilisation: 'Utilisation',
    cancellations: 'Cancellations',
    recall: 'Recalls',
    gaps_filled: 'Gaps Filled',
  };
  const heads: Record<ExportableReport, string> = {
    bookings_between_dates:
      'Booking ID,Animal,Customer,Date,Time,Service,Total,Price,Method,Who?,Last change,Changed at',
    dashboard_overview: 'Figure,Value',
    revenue_trends: 'Week from,Revenue,Bookings',
    popular_services: 'Service,Bookings,Share,Trend,Revenue',
    payment_methods: 'Method,Transactions,Amount,Share',
    booking_patterns: 'Day,Bookings,Average revenue,Peak hours',
    client_retention: 'Month,Returned clients,Retention rate',
    animal_demographics: 'Species,Animals,Share',
    client_growth: 'Week from,New clients,Returning clients,Total active',
    utilisation: 'By,Name,Available minutes,Booked minutes,Outside hours (minutes),Utilisation',
    cancellations: 'By,Name,Bookings,By clients,By the practice,No-shows,Share',
    recall: 'Recall type,Due dates,Booked,Completed,Revenue',
    gaps_filled: 'Figure,Value',
  };

  it.each(exportableReports)('%s exists as CSV and as PDF, with the same content', async (report) => {
    const { practice } = await makePaidPractice();
    await makeRecall(db(), { animal: practice.animal, day: '2026-01-12' });
    const [csv, pdf] = [
      await exportCsv(report, practice.staffKey),
      await exportPdf(report, practice.staffKey),
    ];
    expect([csv.status, pdf.status]).toEqual([200, 200]);
    const [head, ...lines] = linesOf(csv);
    expect(head).toBe(heads[report]);
    expect(lines.length).toBeGreaterThan(0);
    const text = await pdfText(bytesOf(pdf));
    expect(text).toContain(titles[report]);
    expect(text).toContain('1 January 2026 to 14 January 2026');
    expect(text).toContain('How these figures are counted');
    expect(pdf.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z-]+-2026-01-01-to-2026-01-14\.pdf"$/,
    );
  });

  it.each(exportableReports)('%s exists before there is any data', async (report) => {
    const { tenant } = await makePractice(db());
    const fresh = await makePractice(db(), { tenant_name: `Beside ${tenant.id}` });
    expect((await exportCsv(report, fresh.adminKey)).status).toBe(200);
    expect((await exportPdf(report, fresh.adminKey)).status).toBe(200);
  });

  it('leaves out the times that came free while the waitlist is off, because they aren’t recorded', async () => {
    const { tenant, adminKey } = await makePractice(db());
    expect(await csvOf('gaps_filled', adminKey)).toContain('Times that came free,');
    const why = 'The waitlist is off, so times that come free aren’t recorded.';
    expect(await pdfText(bytesOf(await exportPdf('gaps_filled', adminKey)))).toContain(why);
    await db().query("update tenants set waitlist_mode = 'staff' where id = $1", [tenant.id]);
    expect(await csvOf('gaps_filled', adminKey)).toContain('Times that came free,0');
    expect(await pdfText(bytesOf(await exportPdf('gaps_filled', adminKey)))).not.toContain(why);
  });

  it('has the numbers of its screen', async () => {
    const { practice } = await makePaidPractice();
    const { adminKey } = practice;
    const month = { period: 'month' } as const;
    const trends = (await api.call('reports/revenue_trends', month, adminKey)).body;
    expect((await csvOf('revenue_trends', adminKey)).slice(1)).toEqual(
      trends.data.map(({ date, revenue, bookings }) => `${date},${revenue},${bookings}`),
    );
    const methods = (await api.call('reports/payment_methods', month, adminKey)).body;
    expect((await csvOf('payment_methods', adminKey)).slice(1)).toEqual(
      methods.data.map((row) =>
        [row.payment_method, row.transaction_count, row.total_amount, row.percentage].join(','),
      ),
    );
    const species = (await api.call('reports/animal_demographics', month, adminKey)).body.data;
    expect((await csvOf('animal_demographics', adminKey)).slice(1)).toEqual(
      species.by_species.map((row) => [row.species, row.count, row.percentage].join(',')),
    );
    expect(await csvOf('dashboard_overview', adminKey)).toContain('Revenue this month,45.00');
    const { by_person: people, by_week: weeks } = (await api.call('reports/utilisation', month, adminKey))
      .body.data;
    expect((await csvOf('utilisation', adminKey)).slice(1)).toEqual(
      [
        ...people.map((row) => ({ ...row, by: 'Person' })),
        ...weeks.map((row) => ({ ...row, by: 'Week', name: row.from })),
      ].map((row) =>
        [row.by, row.name, row.available_minutes, row.booked_minutes, row.outside_minutes, row.percent].join(
          ',',
        ),
      ),
    );
    expect(await printed('revenue_trends', adminKey)).toContain('Revenue £45.00 Bookings 1');
  });

  it('has every service, not only those of the screen', async () => {
    const { practice } = await makePaidPractice();
    for (let index = 0; index < 8; index += 1) {
      const service = await makeService(db(), { tenant: practice.tenant });
      await makeBooking(db(), { animal: practice.animal, service, booking_date: '2026-01-09' });
    }
    expect(await csvOf('popular_services', practice.adminKey)).toHaveLength(10);
  });

  it('of revenue is divided like its screen', async () => {
    const { practice } = await makePaidPractice();
    const byDay = { period: 'month', group_by: 'day' } as const;
    const { data } = (await api.call('reports/revenue_trends', byDay, practice.adminKey)).body;
    expect(await csvOf('revenue_trends', practice.adminKey, byDay)).toEqual([
      'Date,Revenue,Bookings',
      ...data.map(({ date, revenue, bookings }) => `${date},${revenue},${bookings}`),
    ]);
    expect(await printed('revenue_trends', practice.adminKey, byDay)).toContain('Date Revenue Bookings');
    const patterns = await csvOf('booking_patterns', practice.adminKey, byDay);
    expect(patterns[0]).toMatch(/^Day,/);
    const byHour = await exportCsv('revenue_trends', practice.adminKey, { ...byDay, group_by: 'hour' });
    expect(byHour.status).toBe(400);
  });

  it('is limited per minute and person', async () => {
    const { staffKey, adminKey } = await makePractice(db());
    for (const ask of [exportCsv, exportPdf]) {
      for (let turn = 0; turn < 30; turn += 1)
        expect((await ask('client_growth', staffKey)).status).toBe(200);
      expect((await ask('client_growth', staffKey)).status).toBe(429);
      expect((await ask('client_growth', adminKey)).status).toBe(200);
    }
  });

  it('of a year is by the month, of a day by the hour', async () => {
    const { practice } = await makePaidPractice();
    const year = await csvOf('revenue_trends', practice.adminKey, { period: 'year' });
    expect(year).toEqual(['Month,Revenue,Bookings', '2026-01,45.00,1']);
    const today = await csvOf('revenue_trends', practice.adminKey, { period: 'today' });
    expect(today.slice(0, 2)).toEqual(['Hour,Revenue,Bookings', '00:00,0.00,0']);
    const answer = await exportCsv('revenue_trends', practice.adminKey, { period: 'today' });
    expect(answer.headers.get('content-disposition')).toContain(
      'revenue-trends-2026-01-14-to-2026-01-14.csv',
    );
  });

  it('refuses missing days, and an unknown staff member', async () => {
    const { adminKey } = await makePractice(db());
    const message = 'Please select both start and end dates';
    for (const ask of [exportCsv, exportPdf]) {
      const missing = await ask('bookings_between_dates', adminKey, {});
      expect([missing.status, missing.error.fields]).toEqual([400, { date_from: message, date_to: message }]);
      const custom = await ask('client_growth', adminKey, { period: 'custom', start_date: '2026-01-01' });
      expect([custom.status, custom.error.fields]).toEqual([400, { end_date: message }]);
      const stranger = await ask('bookings_between_dates', adminKey, { ...january, staff: 7_000_000_000 });
      expect([stranger.status, stranger.error.code]).toEqual([404, 'not_found']);
    }
  });
});

describe('if revenue is hidden from staff, an export', () => {
  const hidden = (): Promise<{ practice: Practice }> => makePaidPractice({ hide_revenue_from_staff: true });

  it.each(['bookings_between_dates', 'revenue_trends', 'payment_methods'] as const)(
    'of %s is for admins only',
    async (report) => {
      const { practice } = await hidden();
      for (const ask of [exportCsv, exportPdf]) {
        const { status, error } = await ask(report, practice.staffKey);
        expect([status, error.code]).toEqual([403, 'revenue_hidden']);
        expect((await ask(report, practice.adminKey)).status).toBe(200);
      }
    },
  );

  it.each([
    ['popular_services', 'Service,Bookings,Share,Trend'],
    ['booking_patterns', 'Day,Bookings,Peak hours'],
    ['dashboard_overview', 'Figure,Value'],
  ] as const)('of %s leaves the money out', async (report, head) => {
    const { practice } = await hidden();
    const lines = await csvOf(report, practice.staffKey);
    expect(lines[0]).toBe(head);
    expect(lines.join('\n')).not.toMatch(/\d\.\d\d\b|revenue/i);
    expect(lines.join('\n')).toMatch(/1/);
    const text = await printed(report, practice.staffKey);
    expect(text).not.toContain('£');
    expect(text).toContain('Bookings');
  });
});
