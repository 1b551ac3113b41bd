import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { actionNamed, actionNames } from '../packages/contracts/src/actions.ts';
import { alwaysOpen, dayFromNow, desktop, useBrowser } from './browser.ts';
import { signedInAsClient, signInAsStaff } from './sign-in.ts';

// A button pressed twice by a quick hand, or by a slow one that does not trust the first press.

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

interface Desk {
  practice: Practice;
  page: Page;
  /** The address of an appointment of the practice. */
  appointment: (columns: Parameters<typeof makeBooking>[1]) => Promise<string>;
}

interface Press {
  action: string;
  /** Brings the page to the button, ready to be pressed. */
  button: (desk: Desk) => Promise<Locator>;
}

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function settingsOf(page: Page, panel: string, opens: string): Promise<Locator> {
  await page.goto(`/app/admin/settings?category=${panel}`);
  await button(page, opens).first().click();
  const opened = dialog(page);
  await opened.waitFor();
  return opened;
}

const atDesk: Press[] = [
  {
    action: 'client_create',
    button: async ({ page }) => {
      await page.goto('/app/admin/clients');
      await button(page, 'Add Client').first().click();
      await dialog(page).getByLabel('Name').fill('Nell Twice');
      return dialog(page).getByRole('button', { name: 'Add Client' });
    },
  },
  {
    action: 'client_update',
    button: async ({ page, practice }) => {
      await page.goto(`/app/admin/client/${practice.client.id}`);
      await button(page, 'Edit Client').click();
      await dialog(page).getByLabel('Name').fill(`Nell ${Date.now()}`);
      return dialog(page).getByRole('button', { name: 'Save Changes' });
    },
  },
  {
    action: 'animal_create',
    button: async ({ page, practice }) => {
      await page.goto(`/app/admin/animal/create?client_id=${practice.client.id}`);
      await page.getByLabel('Name').fill('Rex');
      await page.getByLabel('Species').selectOption('Dog');
      return button(page, 'Add Animal');
    },
  },
  {
    action: 'animal_weight_add',
    button: async ({ page, practice }) => {
      await page.goto(`/app/admin/animal/${practice.animal.id}`);
      await page.getByRole('form', { name: 'Add weight' }).getByLabel('Weight').fill('8.5');
      return button(page, 'Add Weight');
    },
  },
  {
    action: 'booking_create',
    button: async ({ page, practice }) => {
      const { client, animal, checkUp } = practice;
      await page.goto(`/app/admin/booking/create?client_id=${client.id}&animal_id=${animal.id}`);
      await page.getByRole('combobox', { name: /^Service/ }).selectOption(String(checkUp.id));
      await page.getByLabel(/^Time/).fill('10:00');
      return button(page, 'Create Booking');
    },
  },
  {
    action: 'booking_status_update',
    button: async ({ page, appointment }) => {
      await page.goto(await appointment({ status: 'pending' }));
      return button(page, 'Confirm');
    },
  },
  {
    action: 'booking_status_update',
    button: async ({ page, appointment }) => {
      await page.goto(await appointment({ status: 'confirmed' }));
      await button(page, 'Cancel Booking').click();
      return page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Booking' });
    },
  },
  {
    action: 'booking_status_update',
    button: async ({ page, appointment }) => {
      await page.goto(await appointment({ status: 'in-progress' }));
      await button(page, 'Mark Complete (Paid)').click();
      // An upcoming one.
      await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
      return dialog(page).getByRole('button', { name: 'Card' });
    },
  },
  {
    action: 'payment_record',
    button: async ({ page, appointment }) => {
      await page.goto(await appointment({ status: 'confirmed' }));
      await button(page, 'Record payment').click();
      await dialog(page).getByLabel('Amount').fill('20');
      await dialog(page).getByText('Cash', { exact: true }).click();
      return dialog(page).getByRole('button', { name: 'Record payment' });
    },
  },
  {
    action: 'booking_update',
    button: async ({ page, appointment }) => {
      await page.goto(await appointment({ status: 'pending', is_provisional: true }));
      return button(page, 'Accept');
    },
  },
  {
    action: 'booking_update',
    button: async ({ page, appointment }) => {
      await appointment({ status: 'pending', is_provisional: true });
      await page.goto('/app/admin');
      return page.getByRole('button', { name: /^Accept/ }).first();
    },
  },
  {
    action: 'booking_ready_collect',
    button: async ({ page, appointment }) => {
      await page.goto(await appointment({ status: 'in-progress' }));
      const ready = button(page, 'Ready for Collection');
      await ready.click();
      return page.getByRole('alertdialog').getByRole('button').last();
    },
  },
  {
    action: 'booking/update_notes',
    button: async ({ page, appointment }) => {
      await page.goto(await appointment({ status: 'confirmed' }));
      await page.getByRole('button', { name: 'Edit notes' }).first().click();
      await page.getByRole('textbox', { name: 'Booking notes' }).fill('Nervous');
      return button(page, 'Save').first();
    },
  },
  {
    action: 'booking_type_insert',
    button: async ({ page }) => {
      const opened = await settingsOf(page, 'services', 'Add service');
      await opened.getByLabel('Name').fill(`Groom ${Date.now()}`);
      await opened.getByLabel(/price/i).fill('55');
      return opened.getByRole('button', { name: 'Save' });
    },
  },
  {
    action: 'holiday_create',
    button: async ({ page }) => {
      const opened = await settingsOf(page, 'holidays', 'Add holiday');
      await opened.getByLabel(/^Name/).fill(`Team day ${Date.now()}`);
      await opened.getByLabel(/^First day/).fill(dayFromNow(200));
      return opened.getByRole('button', { name: 'Save' });
    },
  },
  {
    action: 'team/invite',
    button: async ({ page }) => {
      const opened = await settingsOf(page, 'team', 'Invite');
      await opened.getByLabel('Name').fill('New Hand');
      await opened.getByLabel('Email').fill(`hand-${Date.now()}@example.com`);
      return opened.getByRole('button', { name: 'Create invitation' });
    },
  },
  {
    action: 'client_archive',
    button: async ({ page, practice }) => {
      await page.goto(`/app/admin/client/${practice.client.id}`);
      await button(page, 'Archive client').click();
      return page.getByRole('alertdialog').getByRole('button', { name: 'Archive Client' });
    },
  },
  {
    action: 'client_restore',
    button: async ({ page, practice }) => {
      await page.goto(`/app/admin/client/${practice.client.id}`);
      return button(page, 'Restore Client');
    },
  },
];

const inPortal: Press[] = [
  {
    action: 'cp/animal_create',
    button: async ({ page }) => {
      await page.goto('/app/cp/animal/create');
      await page.getByLabel('Name').fill('Luna');
      await page.getByLabel('Species').selectOption('Dog');
      return button(page, 'Add Pet');
    },
  },
  {
    action: 'cp/booking_create',
    button: async ({ page, practice }) => {
      await page.goto('/app/cp/booking/create');
      await page.getByLabel('Select Pet').selectOption({ index: 1 });
      await page.getByLabel('Service Required').selectOption(String(practice.checkUp.id));
      await page.getByRole('grid').waitFor();
      await page.getByRole('grid').locator('button:enabled').last().click();
      await page
        .locator('label', { has: page.locator('input[type=radio]:enabled') })
        .first()
        .click();
      return button(page, 'Request Appointment');
    },
  },
];

const isStream = (request: Request) => request.url().includes('/api/notifications/stream');

/** Counts the commands that a page sends, by action, and those without an answer yet. */
function watch(page: Page) {
  const sent = new Map<string, number>();
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/api/') && !isStream(request)) waiting.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => waiting.delete(request));
  page.on('request', (request) => {
    const name = /\/api\/([^?]+)$/.exec(request.url())?.[1] ?? '';
    const action = actionNames.find((known) => known === name);
    if (action && actionNamed(action).kind === 'command') sent.set(name, (sent.get(name) ?? 0) + 1);
  });
  return { sent, waiting };
}

/** Presses a position of the page twice, `gap` milliseconds apart, whatever is there the second time. */
async function pressTwice(page: Page, target: Locator, gap: number): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await target.click({ trial: true });
  if (gap === 0) {
    // Both before the next frame.
    await target.evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    });
    return;
  }
  const box = await target.boundingBox();
  if (box === null) throw new Error('The button is out of sight.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(gap);
  // As the second press of a double click, which `mouse.click` would begin over.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

/** Presses each button twice and returns those that did not act exactly once. */
async function notOnce(desk: Desk, presses: readonly Press[], gap: number): Promise<string[]> {
  const { page } = desk;
  const { sent, waiting } = watch(page);
  const wrong: string[] = [];
  for (const { action, button: bring } of presses) {
    const target = await bring(desk);
    sent.clear();
    await pressTwice(page, target, gap);
    await expect.poll(() => sent.get(action) ?? 0, { message: action }).toBeGreaterThan(0);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await expect.poll(() => waiting.size, { message: `${action}: answers` }).toBe(0);
    sent.delete('notifications/seen');
    const alerts = await page.getByRole('alert').allTextContents();
    const seen = [...sent].map(([name, times]) => `${name} × ${times}`).join(', ');
    const said = alerts.filter((text) => /fail|already|could(?: not|n’t)|try again/i.test(text));
    if (seen !== `${action} × 1` || said.length > 0) wrong.push([`${action}: ${seen}`, ...said].join(', '));
  }
  return wrong;
}

async function openDesk(): Promise<Desk> {
  const practice = await makePractice(db(), { business_hours: alwaysOpen, parallel_places: 20 });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  const page = await openPage(desktop);
  await signInAsStaff(page, account.email);
  let hour = 6;
  const appointment: Desk['appointment'] = async (columns) => {
    hour += 1;
    const booking = await makeBooking(db(), {
      tenant: practice.tenant,
      animal: practice.animal,
      service: practice.checkUp,
      booking_date: dayFromNow(3),
      booking_time: `${String(hour).padStart(2, '0')}:00`,
      ...columns,
    });
    return `/app/admin/booking/${booking.id}`;
  };
  return { practice, page, appointment };
}

describe.each([0, 30, 80, 200])('pressed twice, %i ms apart', { timeout: 240_000 }, (gap) => {
  it('every button at the desk acts once', async () => {
    expect(await notOnce(await openDesk(), atDesk, gap)).toEqual([]);
  });

  it('every button of the portal acts once', async () => {
    const { practice, appointment } = await openDesk();
    const page = await openPage(desktop);
    await signedInAsClient(page, practice.clientKey);
    expect(await notOnce({ practice, page, appointment }, inPortal, gap)).toEqual([]);
  });
});
