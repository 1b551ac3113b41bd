import { describe, expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';

const { api, openPage } = useBrowser();

describe('the security log', () => {
  it.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ])('shows refused sign-ins and what superadmins did, filtered, on %s', async (_where, screen) => {
    const db = api.testDatabase.owner;
    const root = await makeAccount(db, { is_superadmin: true, name: 'Robin Root' });
    const account = await makeAccount(db, { name: 'Gwen Jones' });
    const { tenant_id } = await makeUser(db, { account });
    for (const email of [account.email, account.email, 'stranger@example.test'])
      await api.call('auth', { email, password: 'wrong-guess' });
    await db.query(
      "update security_events set at = '2026-07-01T22:50Z', last_at = '2026-07-01T23:30Z' where times = 2",
    );
    const { body } = await api.call('auth', { email: root.email, password: defaultPassword });
    await api.call('superadmin/practice_suspend', { practice_id: tenant_id }, { apiKey: body.api_key });
    const page = await openPage(screen);
    await signIn(page, root.email, defaultPassword);
    await page.waitForURL('**/app/superadmin');
    await page.getByRole('link', { name: 'Security log' }).click();
    await page.getByText('Wrong password · 2 times within an hour, last at 23:30 UTC').first().waitFor();
    await page.getByText('1 Jul 2026, 22:50 UTC').first().waitFor();
    await page.getByText('Suspended a practice').first().waitFor();
    expect(await page.getByText('Unknown email').count()).toBeGreaterThan(0);
    await expectAccessible(page);
    await page.getByLabel('Events').selectOption('superadmin');
    await page.getByText('Wrong password').first().waitFor({ state: 'detached' });
    await page.getByText('Suspended a practice').first().waitFor();
    await page.getByLabel('Events').selectOption('account');
    await page.getByText('Signed in').first().waitFor();
  });
});
