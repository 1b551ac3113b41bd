import { expect, it } from 'vitest';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { settingsCategories } from '../apps/web/src/features/settings/categories.ts';
import { useBrowser } from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();

it.each([360, 320])('no settings screen scrolls sideways at %i px', async (width) => {
  const { tenant } = await makePractice(api.testDatabase.owner, {
    business_hours: {
      mon: [
        ['08:30', '12:30'],
        ['13:30', '18:30'],
      ],
      tue: [['08:30', '18:30']],
    },
  });
  const account = await makeAccount(api.testDatabase.owner);
  await makeUser(api.testDatabase.owner, { tenant, account, role: 'admin' });
  const page = await openPage({ name: 'narrow', width, height: 740 });
  await signInAsStaff(page, account.email);
  const wide: string[] = [];
  for (const { id, label } of settingsCategories) {
    await page.goto(`/app/admin/settings?category=${id}`);
    await page.getByRole('heading', { name: label }).first().waitFor();
    await page.waitForFunction(() => document.querySelector('main .animate-pulse') === null);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) wide.push(`${id}: ${overflow} px`);
  }
  expect(wide).toEqual([]);
});
