import { describe, expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeTenant, makeUser } from '../packages/dev/src/factory-people.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { createPractice, joinAsFirstAdmin } from './new-practice.ts';
import { signIn } from './sign-in.ts';

const browser = useBrowser();
const { api, openPage, expectConsole } = browser;
const db = () => api.testDatabase.owner;

const stored = async (name: string) => {
  const { rows } = await db().query<{ fts: boolean; services: string[]; species: string[]; fields: number }>(
    `select t.fts_complete as fts,
            array(select s.name || ' ' || s.base_price_pence || ' ' || s.duration_minutes from services s
                  where s.tenant_id = t.id order by s.id) as services,
            array(select s.name::text from species s where s.tenant_id = t.id order by s.name) as species,
            (select count(*)::integer from booking_fields f where f.tenant_id = t.id) as fields
     from tenants t where t.tenant_name = $1`,
    [name],
  );
  return rows[0];
};

/** A new practice with a colleague, whose admin arrives at the services of the guided setup. */
async function openServicesStep(screen: Screen) {
  const tenant = await makeTenant(db(), { fts_complete: false, business_hours: officeHours });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin', name: 'Ada Admin' });
  await makeUser(db(), { tenant, name: 'Maximilian Featherstonehaugh-Cholmondeley' });
  const page = await openPage(screen);
  await signIn(page, account.email, defaultPassword);
  await page.getByRole('button', { name: 'Start guided setup' }).click();
  const wizard = page.getByRole('dialog', { name: 'Welcome to Burrow' });
  const next = wizard.getByRole('button', { name: 'Next' });
  await wizard.getByRole('radio').first().check();
  await next.click();
  await wizard.getByRole('checkbox', { name: 'Dog' }).check();
  await next.click();
  await wizard.getByRole('heading', { name: 'Services' }).waitFor();
  return { tenant, page, wizard, next };
}

/** The same at the optional step after that, with a service. */
async function openHoursStep(screen: Screen) {
  const { tenant, page, wizard, next } = await openServicesStep(screen);
  await wizard.getByRole('group', { name: 'Service 1' }).getByLabel('Name').fill('Check-up');
  await wizard.getByRole('group', { name: 'Service 1' }).getByLabel('Base price').fill('45');
  await next.click();
  await wizard.getByRole('heading', { name: 'Who works when?' }).waitFor();
  const hours = async () => {
    const { rows } = await db().query<{ name: string; days: string; times: string }>(
      `select u.name, string_agg(r.weekday::text, ',' order by r.weekday) as days,
              string_agg(distinct r.starts || '-' || r.ends, ',') as times
       from work_patterns p join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
       join work_ranges r on r.tenant_id = p.tenant_id and r.pattern_id = p.id
       where p.tenant_id = $1 group by u.name order by u.name`,
      [tenant.id],
    );
    return rows;
  };
  return { tenant, page, wizard, hours };
}

const officeHours: Record<string, [string, string][]> = {
  mon: [['09:00', '17:30']],
  tue: [['09:00', '17:30']],
  sat: [['10:00', '13:00']],
};

describe.each([desktop, phone])('who works when, on a $name', (screen) => {
  it('can be set in the guided setup, from the opening hours on', async () => {
    const { tenant, wizard, hours } = await openHoursStep(screen);
    const colleague = wizard.getByRole('group', { name: /^Maximilian/ });
    await colleague.getByRole('checkbox', { name: 'Saturday' }).waitFor();
    await expectAccessible(wizard.page());
    for (const day of ['Monday', 'Tuesday', 'Saturday']) {
      await colleague.getByRole('checkbox', { name: day }).uncheck();
    }
    await wizard.getByRole('button', { name: 'Save and finish' }).click();
    await colleague.getByText('Choose at least one day.').waitFor();
    expect(await hours()).toEqual([]);
    await colleague.getByRole('checkbox', { name: 'Tuesday' }).check();
    await colleague.getByLabel('From').fill('08:30');
    await colleague.getByLabel('Until').fill('16:00');
    await expectAccessible(wizard.page());
    await wizard.getByRole('button', { name: 'Save and finish' }).click();
    await wizard.waitFor({ state: 'hidden' });
    expect(await hours()).toEqual([
      { name: 'Ada Admin', days: '1,2,6', times: '540-1050' },
      { name: 'Maximilian Featherstonehaugh-Cholmondeley', days: '2', times: '510-960' },
    ]);
    expect(await stored(tenant.tenant_name)).toMatchObject({ fts: true, services: ['Check-up 4500 60'] });
  });

  it('can be skipped', async () => {
    const { tenant, wizard, hours } = await openHoursStep(screen);
    await wizard.getByRole('button', { name: 'Back' }).click();
    await wizard.getByRole('heading', { name: 'Services' }).waitFor();
    await wizard.getByRole('button', { name: 'Next' }).click();
    await wizard.getByRole('button', { name: 'Skip' }).click();
    await wizard.waitFor({ state: 'hidden' });
    expect(await hours()).toEqual([]);
    expect(await stored(tenant.tenant_name)).toMatchObject({ fts: true, services: ['Check-up 4500 60'] });
  });
});

describe.each([desktop, phone])('a new practice on a $name', (screen) => {
  it('is created by the superadmin, and set up in three steps by its first admin', async () => {
    const name = `Harbour Vets ${screen.name}`;
    const page = await joinAsFirstAdmin(browser, screen, await createPractice(browser, screen, name), name);
    const wizard = page.getByRole('dialog', { name: 'Welcome to Burrow' });
    const heading = wizard.getByRole('heading', { name: 'Business Type' });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    const next = wizard.getByRole('button', { name: 'Next' });
    await next.click();
    await wizard.getByText('Choose a type of practice').waitFor();
    await wizard.getByRole('radio').first().check();
    await next.click();

    await wizard.getByRole('heading', { name: 'Animal Species' }).waitFor();
    await next.click();
    await wizard.getByText('Please select at least one species').waitFor();
    await wizard.getByRole('checkbox', { name: 'Dog' }).check();
    await wizard.getByRole('checkbox', { name: 'Turtle/Tortoise' }).check();
    await wizard.getByLabel('Other').fill(' Alpaca ');
    await expectAccessible(page);
    await next.click();

    await wizard.getByRole('heading', { name: 'Services' }).waitFor();
    const back = wizard.getByRole('button', { name: 'Back' });
    await back.click();
    expect(await wizard.getByLabel('Other').inputValue()).toBe(' Alpaca ');
    await back.click();
    expect(await wizard.getByRole('radio').first().isChecked()).toBe(true);
    await next.click();
    await next.click();
    const finish = wizard.getByRole('button', { name: 'Finish', exact: true });
    await finish.click();
    await wizard.getByText('Please add at least one service').waitFor();
    const first = wizard.getByRole('group', { name: 'Service 1' });
    await first.getByLabel('Name').fill('Consultation');
    await first.getByLabel('Base price').fill('45');
    expect(await first.getByLabel('Duration').inputValue()).toBe('60');
    await wizard.getByRole('button', { name: 'Add another service' }).click();
    const second = wizard.getByRole('group', { name: 'Service 2' });
    await second.getByLabel('Name').fill('Nail clipping');
    await second.getByLabel('Base price').fill('12.50');
    // Refused once: earlier steps must not be saved again.
    await second.getByLabel('Duration').fill('20');
    await expectAccessible(page);
    expectConsole(/400/);
    await finish.click();
    await second.getByText('Enter a multiple of 15 minutes.').waitFor();
    await second.getByLabel('Duration').fill('15');
    await finish.click();
    await wizard.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: /Today/ }).first().waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Set up your practice' }).count()).toBe(0);
    const found = await stored(name);
    expect(found).toMatchObject({
      fts: true,
      services: ['Consultation 4500 60', 'Nail clipping 1250 15'],
      species: ['Alpaca', 'Dog', 'Turtle'],
    });
    expect(found?.fields).toBeGreaterThan(0);
  });

  it('gets no service without a price: the guided setup asks for it', async () => {
    const { tenant, page, wizard } = await openServicesStep(screen);
    const service = (number: number) => wizard.getByRole('group', { name: `Service ${number}` });
    const next = wizard.getByRole('button', { name: 'Next' });
    await wizard.getByRole('button', { name: 'Consultation' }).click();
    await next.click();
    await wizard.getByText('Please add at least one service').waitFor();
    await service(1).getByText('Enter a price.').waitFor();
    await service(1).getByLabel('Base price').fill('45');
    await wizard.getByRole('button', { name: 'Nail clip' }).click();
    await wizard.getByRole('button', { name: 'Add another service' }).click();
    await service(3).getByLabel('Base price').fill('5');
    await wizard.getByRole('button', { name: 'Add another service' }).click();
    await next.click();
    await wizard.getByText('Please correct the highlighted fields.').waitFor();
    await service(2).getByText('Enter a price, or remove this service.').waitFor();
    await service(3).getByText('Enter a name, or remove this service.').waitFor();
    await expectAccessible(page);
    await service(2).getByLabel('Base price').fill('20');
    await wizard.getByRole('button', { name: 'Remove service 3' }).click();
    await wizard.getByText('Please correct the highlighted fields.').waitFor({ state: 'detached' });
    await wizard.getByRole('button', { name: 'Finish', exact: true }).click();
    await wizard.waitFor({ state: 'hidden' });
    expect(await stored(tenant.tenant_name)).toMatchObject({
      services: ['Consultation 4500 15', 'Nail clip 2000 15'],
    });
  });

  it('is set up one by one from the checklist', async () => {
    const tenant = await makeTenant(db(), { fts_complete: false });
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account, role: 'admin' });
    const page = await openPage(screen);
    await signIn(page, account.email, defaultPassword);
    const checklist = page.getByRole('region', { name: 'Set up your practice' });
    await checklist.getByText('0 of 3 done').waitFor();
    await expectAccessible(page);

    await checklist.getByRole('button', { name: 'Choose species' }).click();
    const species = page.getByRole('dialog', { name: 'Animal Species', exact: true });
    await species.getByRole('button', { name: 'Save species' }).click();
    await species.getByText('Please select at least one species').waitFor();
    await species.getByRole('checkbox', { name: 'Rabbit' }).check();
    await species.getByLabel('Other').fill(' Alpaca');
    await expectAccessible(page);
    await species.getByRole('button', { name: 'Save species' }).click();
    await checklist.getByText('1 of 3 done').waitFor();

    // With active species, no further choice is needed.
    await checklist.getByRole('button', { name: 'Change species' }).click();
    await species.getByRole('button', { name: 'Save species' }).click();
    await species.waitFor({ state: 'detached' });

    await checklist.getByRole('button', { name: 'Choose type' }).click();
    const type = page.getByRole('dialog', { name: 'Business Type', exact: true });
    await type.getByRole('radio').first().check();
    await expectAccessible(page);
    await type.getByRole('button', { name: 'Save type' }).click();
    await checklist.getByText('2 of 3 done').waitFor();

    await db().query(
      "insert into services (tenant_id, name, base_price_pence) values ($1, 'Consultation', 4500)",
      [tenant.id],
    );
    await checklist.getByRole('button', { name: 'Change type' }).waitFor();
    await checklist.getByRole('link', { name: /^(Add|Change) services$/ }).click();
    await page.waitForURL(/\/app\/admin\/settings/);
    await page.goto('/app/admin');
    const complete = page.getByRole('alertdialog', { name: 'Setup Complete!' });
    await complete.getByRole('button', { name: 'Not Yet' }).click();
    await checklist.getByRole('button', { name: 'Complete Setup' }).click();
    await expectAccessible(page);
    await complete.getByRole('button', { name: 'Complete Setup' }).click();
    await complete.waitFor({ state: 'hidden' });
    await checklist.waitFor({ state: 'hidden' });
    expect(await stored(tenant.tenant_name)).toMatchObject({
      fts: true,
      species: ['alpaca', 'Rabbit'],
      services: ['Consultation 4500 60'],
    });
  });
});

describe('the guided setup', () => {
  it('opens after a forced password change, and keeps its choices when it could not be saved', async () => {
    const tenant = await makeTenant(db(), { fts_complete: false });
    const account = await makeAccount(db(), { must_change_password: true });
    await makeUser(db(), { tenant, account, role: 'admin' });
    expectConsole(/403|ERR_FAILED/);
    const page = await openPage(desktop);
    await signIn(page, account.email, defaultPassword);
    const password = page.getByRole('dialog', { name: 'Set your password' });
    await password.getByLabel('New password', { exact: false }).first().fill('a-better-phrase');
    await password.getByLabel(/confirm/i).fill('a-better-phrase');
    await password.getByLabel(/confirm/i).press('Enter');
    const wizard = page.getByRole('dialog', { name: 'Welcome to Burrow' });
    await wizard.getByRole('radio').first().check();
    await page.route('**/api/booking_field_template_apply', (route) => route.abort());
    await wizard.getByRole('button', { name: 'Next' }).click();
    await wizard.getByRole('alert').waitFor();
    await page.unroute('**/api/booking_field_template_apply');
    await wizard.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Start guided setup' }).click();
    expect(await wizard.getByRole('radio').first().isChecked()).toBe(true);
  });
});
