import { describe, expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
// Chromium reports every refused request in its console; these are asked for.
const refused = /Failed to load resource.*(401|403)/;

describe.each([desktop, phone])('on a $name', (screen) => {
  it('a wrong password is refused, the right one leads to the dashboard, and logging out back again', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account, role: 'admin', name: 'Ada' });
    expectConsole(refused);
    const page = await openPage(screen);
    await page.goto('/app/login');
    await expectAccessible(page);
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill('not-the-one');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('alert').getByText('The email or password is incorrect.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password').fill(defaultPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/app/admin');
    await page.getByText(tenant.tenant_name).first().waitFor();
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}') as object);
    expect(Object.keys(stored)).toEqual(
      expect.arrayContaining(['apiKey', 'userId', 'tenantId', 'role', 'tenantName', 'availableTenants']),
    );
    await page.evaluate(() => localStorage.removeItem('auth'));
    await page.reload();
    await page.waitForURL('**/app/login');
  });

  it('a person of two practices picks one, and switches to the other', async () => {
    const one = await makePractice(db(), {
      tenant_name: 'Willow Lane Vets',
      subdomain: `willow-${screen.name}`,
    });
    const two = await makePractice(db(), {
      tenant_name: 'Clover Grooming',
      subdomain: `clover-${screen.name}`,
    });
    const account = await makeAccount(db());
    await makeUser(db(), { tenant: one.tenant, account });
    await makeUser(db(), { tenant: two.tenant, account, role: 'admin' });
    const page = await openPage(screen);
    await page.goto('/app/login');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(defaultPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    const picker = page.getByRole('dialog', { name: 'Select Tenant' });
    await picker.getByText('You have access to multiple tenants. Please select one to continue.').waitFor();
    await expectAccessible(page);
    await picker.getByRole('button', { name: /Clover Grooming/ }).click();
    await page.waitForURL('**/app/admin');
    await page.getByText('Clover Grooming').first().waitFor();

    if (screen === phone) await page.getByRole('button', { name: 'Menu' }).click();
    const switchName = { name: 'Switch Tenant' };
    await page.getByRole('button', switchName).or(page.getByRole('menuitem', switchName)).click();
    const dialog = page.getByRole('dialog', { name: 'Switch Tenant' });
    await dialog.getByText('Select a tenant to switch to').waitFor();
    expect(await dialog.getByRole('button', { name: /Clover Grooming.*Current/ }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /Willow Lane Vets/ }).click();
    await page.getByText('Willow Lane Vets').first().waitFor();
    const role = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('auth') ?? '{}') as { role: string }).role,
    );
    expect(role).toBe('staff');
  });

  it('a person who must choose a new password can do nothing else first', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db(), { must_change_password: true });
    await makeUser(db(), { tenant, account });
    expectConsole(refused);
    const page = await openPage(screen);
    await signIn(page, account.email, defaultPassword);
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: /password/i });
    await save.click();
    await dialog.getByText('Both password fields are required').waitFor();
    await expectAccessible(page);
    const [first, second] = [
      dialog.getByLabel('New password', { exact: false }).first(),
      dialog.getByLabel(/confirm/i),
    ];
    await first.fill('short');
    await second.fill('short');
    await save.click();
    await dialog.getByText('Password must be at least 8 characters long').waitFor();
    await first.fill('a-better-phrase');
    await second.fill('another-phrase');
    await save.click();
    await dialog.getByText('Passwords do not match').waitFor();
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await second.fill('a-better-phrase');
    await second.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: /Today/ }).first().waitFor();
  });
});

describe('the guard', () => {
  it('remembers the page that a visitor requested', async () => {
    const { tenant, client } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const page = await openPage(desktop);
    await page.goto(`/app/admin/client/${client.id}`);
    await page.waitForURL('**/app/login');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(defaultPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(`**/app/admin/client/${client.id}`);
  });

  it('sends an unknown address to the sign-in and a role without access to its home', async () => {
    const account = await makeAccount(db(), { is_superadmin: true });
    const { tenant } = await makePractice(db());
    const staff = await makeAccount(db());
    await makeUser(db(), { tenant, account: staff });
    const visitor = await openPage(desktop);
    await visitor.goto('/app/no/such/place');
    await visitor.waitForURL('**/app/login');

    const superadmin = await openPage(desktop);
    await signIn(superadmin, account.email, defaultPassword);
    await superadmin.waitForURL('**/app/superadmin');
    await superadmin.goto('/app/admin');
    await superadmin.waitForURL('**/app/superadmin');
    await expectAccessible(superadmin);

    const member = await openPage(desktop);
    await signIn(member, staff.email, defaultPassword);
    await member.waitForURL('**/app/admin');
    for (const place of ['/app/superadmin', '/app/admin/subscription']) {
      await member.goto(place);
      await member.waitForURL('**/app/admin');
    }
  });

  it('logs out when the session is no longer valid at the server', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant, account });
    expectConsole(refused);
    const page = await openPage(desktop);
    await signIn(page, account.email, defaultPassword);
    await page.waitForURL('**/app/admin');
    await db().query('update api_keys set revoked_at = now() where user_id = $1', [user.id]);
    await page.reload();
    await page.waitForURL('**/app/login');
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  });

  it.each([
    ['a proxy answers 401', { status: 401, contentType: 'text/html', body: '<h1>Sign in</h1>' }],
    ['a proxy answers 403', { status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' }],
    [
      'too many requests were made',
      { status: 429, json: { code: 'rate_limited', message: 'Too many attempts.', request_id: 'r1' } },
    ],
  ])('keeps the session when %s', async (_why, answer) => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    expectConsole(/Failed to load resource.*(401|403|429)/);
    const page = await openPage(desktop);
    await signIn(page, account.email, defaultPassword);
    await page.waitForURL('**/app/admin');
    await page.route('**/api/tenant', (route) => route.fulfill(answer));
    await page.goto('/app/admin');
    await page.getByText('Couldn’t check your session').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/tenant');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(tenant.tenant_name).first().waitFor();
  });

  it('logs out when the server itself refuses the session', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    expectConsole(refused);
    const page = await openPage(desktop);
    await signIn(page, account.email, defaultPassword);
    await page.waitForURL('**/app/admin');
    const json = { code: 'forbidden', message: 'You don’t have permission to do this.', request_id: 'r1' };
    await page.route('**/api/tenant', (route) => route.fulfill({ status: 403, json }));
    await page.goto('/app/admin');
    await page.waitForURL('**/app/login');
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  });

  it('warns a minute before an unused session ends, and signs out at its end', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant, account });
    const unusedFor = (seconds: number) =>
      db().query(`update api_keys set last_used_at = now() - make_interval(secs => $2) where user_id = $1`, [
        user.id,
        seconds,
      ]);
    const lastUsed = async () => {
      const { rows } = await db().query<{ ago: number }>(
        'select extract(epoch from now() - last_used_at)::int as ago from api_keys where user_id = $1',
        [user.id],
      );
      return rows[0]?.ago;
    };
    const page = await openPage(desktop);
    await page.clock.install();
    await signIn(page, account.email, defaultPassword);
    await page.getByRole('heading', { name: 'Calendar' }).waitFor();
    const warning = page.getByRole('dialog', { name: 'Are you still there?' });

    // The dashboard polls meanwhile.
    await unusedFor(12 * 3600 - 50);
    await page.clock.fastForward('01:00:00');
    await warning.waitFor();
    await expectAccessible(page);
    expect(await lastUsed()).toBeGreaterThan(12 * 3600 - 60);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await warning.waitFor({ state: 'detached' });
    await expect.poll(lastUsed).toBeLessThan(60);

    expectConsole(refused);
    await unusedFor(12 * 3600);
    await page.clock.fastForward('12:00:00');
    await page.waitForURL('**/app/login');
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
  });
});

it('Back after logging out leads to the sign-in', async () => {
  const { tenant } = await makePractice(db());
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin' });
  const page = await openPage(desktop);
  await signIn(page, account.email, defaultPassword);
  await page.waitForURL('**/app/admin');
  // The page stays as Back would restore it; the browser of the tests keeps none in its cache.
  await page.route('**/app/login', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByText('Checking authentication...').first().waitFor();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.getByRole('button', { name: 'Login' }).waitFor();
});
