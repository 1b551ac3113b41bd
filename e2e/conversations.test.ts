import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sendDueMessages } from '../apps/api/src/modules/message/sender.ts';
import { samplePicture } from '../apps/api/src/testing/sample-files.ts';
import { makeFile } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { wallClock } from '../apps/web/src/lib/format.ts';
import {
  alwaysOpen,
  desktop,
  expectAccessible,
  focusIsOn,
  holdBack,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signInAsStaff, switchTenant } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const noQuietHours = { quiet_from: '00:00', quiet_until: '00:00' };

/** A practice with a receptionist, a colleague, and a client with two dogs. */
async function makeDesk(number: string, hours: { quiet_from: string; quiet_until: string } = noQuietHours) {
  const practice = await makePractice(db(), {
    tenant_name: 'Willow Lane Vets',
    phone: '01632 960144',
    business_hours: alwaysOpen,
    fts_complete: true,
    ...hours,
  });
  const { tenant, dog: species } = practice;
  const client = await makeClient(db(), {
    tenant,
    name: 'Joan Petlover',
    phone: number,
    email: `jo.${number}@example.com`,
  });
  await makeAnimal(db(), { client, species, name: 'Biscuit' });
  const rex = await makeAnimal(db(), { client, species, name: 'Rex' });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'staff', name: 'Rita Reception' });
  const colleague = await makeAccount(db());
  await makeUser(db(), { tenant, account: colleague, role: 'staff', name: 'Sam Okafor' });
  return { ...practice, client, rex, account, email: account.email, colleague: colleague.email };
}

type Desk = Awaited<ReturnType<typeof makeDesk>>;

/** Sends what is due, as the job does every few seconds. */
async function deliver(): Promise<void> {
  await db().query("update send_pace set free_at = '-infinity'");
  while ((await sendDueMessages(api.deps)) > 0);
}

/** The client answers a text of the practice, which gets one first. */
async function textFrom({ client, staffKey }: Desk, body: string): Promise<void> {
  const first = { client_id: client.id, channel: 'sms', body: 'How is Biscuit today?' } as const;
  expect((await api.call('message_send', first, staffKey)).status).toBe(200);
  await deliver();
  expect((await api.sandbox.texting.reply(`+44${client.phone?.slice(1)}`, body)).status).toBe(200);
}

async function openDesk(screen: Screen, email: string): Promise<Page> {
  const page = await openPage(screen);
  await signInAsStaff(page, email);
  return page;
}

const openThread = (page: Page, { client }: Desk) => page.goto(`/app/admin/messages?client=${client.id}`);

const thread = (page: Page) => page.getByRole('region', { name: 'Messages with Joan Petlover' });
const form = (page: Page) => page.getByRole('form', { name: 'New message' });
const body = (page: Page) => form(page).getByRole('textbox', { name: 'Message', exact: true });
const sendButton = (page: Page) => form(page).getByRole('button', { name: 'Send', exact: true });
const writeBy = (page: Page, channel: 'Text' | 'Email') =>
  form(page).getByText(channel, { exact: true }).click();

const subject = (page: Page) => form(page).getByLabel('Subject');
const sendingButton = (page: Page) => form(page).getByRole('button', { name: 'Sending...' });
const attached = (page: Page) => form(page).getByRole('list', { name: 'Attached files' });

async function attachPicture(page: Page, name: string): Promise<void> {
  const buffer = await samplePicture('png', 64, 48);
  await form(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await attached(page).getByText(name).waitFor();
}

/** Leaves the conversation for another page. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click();
  // The page stays until the next one is loaded.
  await body(page).waitFor({ state: 'detached' });
}

/** Whether the browser's storage contains a text. */
const isStored = (page: Page, text: string) =>
  page.evaluate((part) => Object.values(localStorage).some((value) => String(value).includes(part)), text);

/** Refuses the messages that are sent from now on. @returns a function that lets the refusals go */
async function refuseLater(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const json = { message: 'Today’s limit has been reached.', code: 'daily_limit_reached' };
  await page.route('**/api/message_send', async (route) => {
    await promise;
    await route.fulfill({ status: 409, json });
  });
  return resolve;
}

/** Makes every text area as high as its `rows`, unless a script sets its height. */
function withoutFieldSizing(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('textarea { field-sizing: fixed !important }');
  document.adoptedStyleSheets = [sheet];
}

/** A message in the conversation, by its text. */
const said = (page: Page, text: string) => thread(page).getByRole('listitem').filter({ hasText: text });

/** The navigation's entry, with what it says is unread. */
const entry = (page: Page, unread: RegExp | string) => page.getByRole('link', { name: unread });

describe('a conversation with a client', () => {
  it('is opened from the bell and answered with a template', async () => {
    const desk = await makeDesk('07700900801');
    const page = await openDesk(desktop, desk.email);
    await page.goto('/app/admin');
    await textFrom(desk, 'Better! Can Rex come too?');
    await entry(page, 'Messages 1 unread').waitFor();
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
    await page.getByRole('link', { name: /Joan Petlover: “Better! Can Rex come too\?”/ }).click();
    await said(page, 'Better! Can Rex come too?').waitFor();
    await entry(page, /^Messages$/).waitFor();
    await expectAccessible(page);

    await form(page).getByRole('button', { name: 'Insert template' }).click();
    await page.getByText('No templates yet.').waitFor();
    await page.getByRole('button', { name: 'Add template' }).click();
    const editor = page.getByRole('dialog', { name: 'Add reply template' });
    await editor.getByRole('textbox', { name: 'Name' }).fill('Bring them along');
    await editor.getByRole('textbox', { name: 'Text' }).fill('Hi {{client_first_name}}, of course, bring ');
    await editor.getByRole('button', { name: 'Animal', exact: true }).click();
    await editor.getByRole('button', { name: 'Save' }).click();
    const chooser = page.getByRole('dialog', { name: 'Insert template' });
    await chooser.getByLabel('Animal').selectOption('Rex');
    await expectAccessible(page);
    await chooser.getByRole('button', { name: /^Bring them along/ }).click();
    await focusIsOn(body(page));
    expect(await body(page).inputValue()).toBe('Hi Joan, of course, bring Rex');
    await page.keyboard.type('.');
    await form(page).getByText('30 characters, sent as 1 text.').waitFor();
    await page.keyboard.press('Control+Enter');
    const answer = said(page, 'Hi Joan, of course, bring Rex.');
    await answer.getByText('Rita Reception:').waitFor();
    await page.getByRole('status').getByText('Text sent.').waitFor({ state: 'attached' });
    expect(await body(page).inputValue()).toBe('');
    await deliver();
    await answer.getByText('Sent', { exact: true }).waitFor();
    expect(api.smsTo('07700900801')[0]?.body).toBe('Hi Joan, of course, bring Rex.');

    await api.sandbox.texting.reply('+447700900801', 'Lovely, thanks');
    await said(page, 'Lovely, thanks').waitFor();
    await page
      .getByRole('status')
      .getByText('Text from Joan Petlover: Lovely, thanks')
      .waitFor({ state: 'attached' });
    await entry(page, /^Messages$/).waitFor();
  });

  it('keeps a half-written message while templates are saved, and sends it once', async () => {
    const desk = await makeDesk('07700900840');
    const page = await openDesk(desktop, desk.email);
    await openThread(page, desk);
    await body(page).fill('Hi Joan, the results are');
    await form(page).getByRole('button', { name: 'Insert template' }).click();
    const chooser = page.getByRole('dialog', { name: 'Insert template' });
    const editor = page.getByRole('dialog', { name: 'Add reply template' });
    const add = async (name: string, save: () => Promise<void>) => {
      await chooser.getByRole('button', { name: 'Add template' }).click();
      await editor.getByRole('textbox', { name: 'Name' }).fill(name);
      await editor.getByRole('textbox', { name: 'Text' }).fill('See you soon.');
      await save();
      await chooser.getByRole('button', { name: new RegExp(`^${name}`) }).waitFor();
    };
    await add('By button', () => editor.getByRole('button', { name: 'Save' }).click());
    await add('By keyboard', () => page.keyboard.press('Control+Enter'));
    await chooser.getByRole('button', { name: 'Close' }).click();
    await chooser.waitFor({ state: 'hidden' });
    expect(await body(page).inputValue()).toBe('Hi Joan, the results are');
    await body(page).fill('Hi Joan, the results are fine.');
    await sendButton(page).click();
    await said(page, 'Hi Joan, the results are fine.').waitFor();
    await deliver();
    expect(api.smsTo('07700900840').map((text) => text.body)).toEqual(['Hi Joan, the results are fine.']);
  });

  it('takes an email with files, and says what is missing', async () => {
    const desk = await makeDesk('07700900802');
    const page = await openDesk(desktop, desk.email);
    await page.goto(`/app/admin/client/${desk.client.id}`);
    await page.getByRole('link', { name: 'Message', exact: true }).click();
    await thread(page).getByText('No messages yet.').waitFor();
    await writeBy(page, 'Email');
    await sendButton(page).click();
    await form(page).getByText('Enter a subject.').waitFor();
    await form(page).getByText('Enter the message.').waitFor();
    await expectAccessible(page);
    await form(page).getByLabel('Subject').fill('Biscuit’s picture');
    await body(page).fill('Hello {{client_name}}');
    await sendButton(page).click();
    await form(page).getByText('Replace {{client_name}} before you send this.').waitFor();
    await body(page).fill('Here it is.');
    await form(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'biscuit.png',
        mimeType: 'image/png',
        buffer: await samplePicture('png', 640, 480),
      });
    await form(page).getByRole('list', { name: 'Attached files' }).getByText('biscuit.png').waitFor();
    const former = await makeClient(db(), { tenant: desk.tenant });
    await makeFile(db(), { animal: desk.rex, filename: 'vaccinations.pdf' });
    await makeFile(db(), { animal: desk.rex, filename: 'former.pdf', uploaded_by_client_id: former.id });
    await form(page).getByRole('button', { name: 'Client’s files' }).click();
    const files = page.getByRole('dialog', { name: 'Attach files' });
    await files.getByLabel('vaccinations.pdf').waitFor();
    expect(await files.getByLabel('former.pdf').count()).toBe(0);
    expect(await files.getByLabel('biscuit.png').isDisabled()).toBe(true);
    await expectAccessible(page);
    await files.getByRole('button', { name: 'Cancel' }).click();
    await sendButton(page).click();
    await said(page, 'Here it is.').waitFor();
    await deliver();
    await said(page, 'Here it is.').getByText('Sent', { exact: true }).waitFor();
    const [mail] = api.mailTo('jo.07700900802@example.com');
    expect(mail?.subject).toBe('Biscuit’s picture');
    expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(['biscuit.png']);
    await said(page, 'Here it is.')
      .getByRole('button', { name: /^biscuit\.png/ })
      .click();
    await page
      .getByRole('dialog', { name: 'biscuit.png' })
      .getByRole('img', { name: 'biscuit.png' })
      .waitFor();
  });

  it('queues a text in the quiet hours, which can be cancelled', async () => {
    const clock = wallClock('Europe/London');
    const hourFromNow = (hours: number) => clock(new Date(Date.now() + hours * 3_600_000)).slice(11);
    const until = hourFromNow(3);
    const desk = await makeDesk('07700900803', { quiet_from: hourFromNow(-1), quiet_until: until });
    const page = await openDesk(desktop, desk.email);
    await openThread(page, desk);
    await form(page)
      .getByText(new RegExp(`^It’s .* Texts are sent at ${until}\\.$`))
      .waitFor();
    await body(page).fill('Good night');
    await sendButton(page).click();
    await said(page, 'Good night')
      .getByText(/^Queued until /)
      .waitFor();
    await deliver();
    expect(api.smsTo('07700900803')).toEqual([]);
    await said(page, 'Good night').getByRole('button', { name: 'Cancel this message' }).click();
    await page.getByText('Message cancelled').waitFor();
    await said(page, 'Good night').waitFor({ state: 'detached' });
    await thread(page).getByText('No messages yet.').waitFor();
  });

  it('updates at another desk when a message is sent, delivered or received', async () => {
    const desk = await makeDesk('07700900809');
    await textFrom(desk, 'Is he ready?');
    const page = await openDesk(desktop, desk.email);
    const other = await openDesk(desktop, desk.colleague);
    for (const screen of [page, other]) {
      await openThread(screen, desk);
      await said(screen, 'Is he ready?').waitFor();
    }
    const row = other.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
    await body(page).fill('In ten minutes');
    await sendButton(page).click();
    await said(other, 'In ten minutes').getByText('Sending').waitFor();
    await row.getByText('Queued: In ten minutes').waitFor();
    await deliver();
    for (const screen of [page, other]) {
      await said(screen, 'In ten minutes').getByText('Sent', { exact: true }).waitFor();
    }
    await row.getByText('Sent: In ten minutes').waitFor();
    await entry(other, /^Messages$/).waitFor();

    const marks: string[] = [];
    other.on('request', (request) => {
      if (request.url().endsWith('/api/conversation_mark')) marks.push(request.url());
    });
    await page.getByRole('button', { name: 'Mark as unread' }).click();
    await row.getByRole('link', { name: 'Joan Petlover, unread' }).waitFor();
    const assigned = { client_id: desk.client.id, staff_id: desk.staff.id };
    expect((await api.call('conversation_assign', assigned, desk.staffKey)).status).toBe(200);
    await expect.poll(() => other.getByLabel('Assigned to').inputValue()).toBe(String(desk.staff.id));
    expect(marks).toEqual([]);
    await api.sandbox.texting.reply('+447700900809', 'On our way');
    await said(other, 'On our way').waitFor();
    await entry(other, /^Messages$/).waitFor();
  });

  it('is marked as read while it is open, whatever the ids since the practice moved', async () => {
    const desk = await makeDesk('07700900815');
    await textFrom(desk, 'Is he ready?');
    // Written at another installation, which had counted further.
    const further = 'update comms set id = id + 9000000000 where tenant_id = $1';
    await db().query(further, [desk.tenant.id]);
    const page = await openDesk(desktop, desk.email);
    const isUnread = async () =>
      (await api.call('conversation', { client_id: desk.client.id }, desk.staffKey)).body.unread;
    await openThread(page, desk);
    await said(page, 'Is he ready?').waitFor();
    await expect.poll(isUnread).toBe('0');
    await api.sandbox.texting.reply('+447700900815', 'On our way');
    await said(page, 'On our way').waitFor();
    await expect.poll(isUnread).toBe('0');
    const announced = page.getByRole('status').getByText('Text from Joan Petlover: On our way');
    await announced.waitFor({ state: 'attached' });
  });

  it('shows an answer within a minute when there are no live updates', async () => {
    expectConsole(/ERR_FAILED/);
    const desk = await makeDesk('07700900812');
    await textFrom(desk, 'Is he ready?');
    const page = await openDesk(desktop, desk.email);
    await page.clock.install();
    await page.route('**/api/notifications/stream', (route) => route.abort());
    await openThread(page, desk);
    await said(page, 'Is he ready?').waitFor();
    await api.sandbox.texting.reply('+447700900812', 'On our way');
    await page.clock.fastForward(61_000);
    await said(page, 'On our way').waitFor();
    await page.getByRole('list', { name: 'Conversations' }).getByText('On our way').waitFor();
  });

  it('keeps a file whose upload finishes after the conversation was left', async () => {
    const desk = await makeDesk('07700900810');
    const page = await openDesk(desktop, desk.email);
    await openThread(page, desk);
    await writeBy(page, 'Email');
    await form(page).getByLabel('Subject').fill('His picture');
    const release = await holdBack(page, 'file/upload');
    const buffer = await samplePicture('png', 64, 48);
    const file = { name: 'rex.png', mimeType: 'image/png', buffer };
    await form(page).locator('input[type=file]').setInputFiles(file);
    await form(page).getByRole('list', { name: 'Uploads' }).getByText('rex.png').waitFor();
    await leave(page);
    // Back before it is finished, it is still shown.
    await page.goBack();
    await form(page).getByRole('list', { name: 'Uploads' }).getByText('rex.png').waitFor();
    await leave(page);
    const uploaded = page.waitForResponse('**/api/file/upload');
    release();
    await uploaded;
    await expect.poll(() => isStored(page, 'rex.png')).toBe(true);
    await page.goBack();
    await form(page).getByRole('list', { name: 'Attached files' }).getByText('rex.png').waitFor();
    expect(await form(page).getByLabel('Subject').inputValue()).toBe('His picture');
  });

  it('has a text field that grows and shrinks with its text, also where the style for that is unknown', async () => {
    const desk = await makeDesk('07700900811');
    const page = await openDesk(desktop, desk.email);
    const height = async () => (await body(page).boundingBox())?.height ?? 0;
    for (const isFirefox of [false, true]) {
      if (isFirefox) await page.addInitScript(() => (CSS.supports = () => false));
      await openThread(page, desk);
      await body(page).waitFor();
      if (isFirefox) await page.evaluate(withoutFieldSizing);
      const empty = await height();
      await body(page).fill('One\nTwo\nThree\nFour\nFive');
      await expect.poll(height).toBeGreaterThan(empty + 40);
      await body(page).fill('One\n'.repeat(100));
      await expect.poll(height).toBeLessThan(desktop.height / 2);
      await body(page).fill('');
      await expect.poll(height).toBe(empty);
    }
  });

  it('is assigned to a colleague, who finds it among theirs', async () => {
    const desk = await makeDesk('07700900804');
    await textFrom(desk, 'I have a question');
    const page = await openDesk(desktop, desk.email);
    await page.goto('/app/admin/messages?show=unassigned');
    await page.getByRole('link', { name: 'Joan Petlover, unread' }).click();
    await page.getByLabel('Assigned to').selectOption('Sam Okafor');
    await page.getByText('Every conversation is assigned.').waitFor();
    await page.getByRole('link', { name: 'Mine' }).click();
    await page.getByText('No conversations are assigned to you.').waitFor();
    const other = await openDesk(desktop, desk.colleague);
    await other.goto('/app/admin/messages?show=mine');
    await other.getByRole('link', { name: 'Joan Petlover' }).waitFor();
    await expectAccessible(other);
  });

  it('keeps what was typed until it is sent, and forgets it at sign-out', async () => {
    const desk = await makeDesk('07700900805');
    const page = await openDesk(desktop, desk.email);
    await openThread(page, desk);
    await body(page).fill('Half a sente');
    await page.goto('/app/admin/clients');
    await openThread(page, desk);
    await expect.poll(() => body(page).inputValue()).toBe('Half a sente');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/app/login');
    await signInAsStaff(page, desk.email);
    await openThread(page, desk);
    await body(page).waitFor();
    expect(await body(page).inputValue()).toBe('');
  });

  it('keeps what was typed while the person works in another practice, until they sign out', async () => {
    const desk = await makeDesk('07700900813');
    const { tenant: other } = await makePractice(db(), { tenant_name: 'Yew Tree Vets' });
    await makeUser(db(), { tenant: other, account: desk.account });
    const page = await openDesk(desktop, desk.email);
    await openThread(page, desk);
    await body(page).fill('Half a sente');
    await switchTenant(page, 'Yew Tree Vets');
    await switchTenant(page, 'Willow Lane Vets');
    await openThread(page, desk);
    await expect.poll(() => body(page).inputValue()).toBe('Half a sente');
    await switchTenant(page, 'Yew Tree Vets');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/app/login');
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
    expect(await page.evaluate(drafts)).toEqual([]);
  });

  it('keeps what is written while a text is being sent, and the email that it left unfinished', async () => {
    const desk = await makeDesk('07700900814');
    const page = await openDesk(desktop, desk.email);
    await openThread(page, desk);
    await writeBy(page, 'Email');
    await subject(page).fill('His invoice');
    await attachPicture(page, 'invoice.png');
    await writeBy(page, 'Text');
    await body(page).fill('He is ready');
    const letGo = await holdBack(page, 'message_send');
    await sendButton(page).click();
    await sendingButton(page).waitFor();
    await body(page).fill('He is ready\nBring his lead');
    const show = await holdBack(page, 'conversation');
    letGo();
    await expect.poll(() => body(page).inputValue()).toBe('Bring his lead');
    // The message is sent, and the conversation still without it.
    await sendingButton(page).waitFor();
    await body(page).fill('Bring his lead, please');
    show();
    await said(page, 'He is ready').waitFor();
    await sendButton(page).waitFor();
    expect(await body(page).inputValue()).toBe('Bring his lead, please');
    await page.reload();
    await expect.poll(() => body(page).inputValue()).toBe('Bring his lead, please');
    await sendButton(page).click();
    await said(page, 'Bring his lead, please').waitFor();
    await expect.poll(() => body(page).inputValue()).toBe('');
    await writeBy(page, 'Email');
    expect(await subject(page).inputValue()).toBe('His invoice');
    await attached(page).getByText('invoice.png').waitFor();
  });

  it('keeps what is changed while an email is being sent', async () => {
    const desk = await makeDesk('07700900815');
    const page = await openDesk(desktop, desk.email);
    await openThread(page, desk);
    await writeBy(page, 'Email');
    await subject(page).fill('His invoice');
    await body(page).fill('Here it is.');
    await attachPicture(page, 'invoice.png');
    const letGo = await holdBack(page, 'message_send');
    await sendButton(page).click();
    await sendingButton(page).waitFor();
    await attachPicture(page, 'map.png');
    await subject(page).fill('How to find us');
    letGo();
    await said(page, 'Here it is.').waitFor();
    await attached(page).getByText('invoice.png').waitFor({ state: 'detached' });
    await attached(page).getByText('map.png').waitFor();
    expect(await subject(page).inputValue()).toBe('How to find us');
    expect(await body(page).inputValue()).toBe('');
    await deliver();
    const [mail] = api.mailTo('jo.07700900815@example.com');
    expect(mail?.subject).toBe('His invoice');
    expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(['invoice.png']);
  });

  it('does not offer a message again that was still being sent when it was left', async () => {
    const desk = await makeDesk('07700900816');
    const page = await openDesk(desktop, desk.email);
    await openThread(page, desk);
    await body(page).fill('He is ready');
    const letGo = await holdBack(page, 'message_send');
    await sendButton(page).click();
    await sendingButton(page).waitFor();
    await leave(page);
    await page.goBack();
    await body(page).waitFor();
    expect(await body(page).inputValue()).toBe('');
    letGo();
    await expect.poll(() => isStored(page, 'He is ready')).toBe(false);
    await page.reload();
    await said(page, 'He is ready').waitFor();
    expect(await body(page).inputValue()).toBe('');
  });

  it('reports a message that fails after it was left, and offers it again', async () => {
    expectConsole(/409/);
    const desk = await makeDesk('07700900817');
    const page = await openDesk(desktop, desk.email);
    await openThread(page, desk);
    await body(page).fill('He is ready');
    const leaveWhileSending = async () => {
      const refuse = await refuseLater(page);
      await sendButton(page).click();
      await sendingButton(page).waitFor();
      await leave(page);
      return refuse;
    };
    const failure = page
      .getByRole('region', { name: 'Notifications' })
      .getByText('Couldn’t send the message to Joan Petlover. Today’s limit has been reached.');
    const refuseFirst = await leaveWhileSending();
    refuseFirst();
    await failure.waitFor();
    await page.goBack();
    await expect.poll(() => body(page).inputValue()).toBe('He is ready');
    const refuseSecond = await leaveWhileSending();
    await page.goBack();
    await body(page).fill('Bring his lead');
    refuseSecond();
    await expect.poll(() => body(page).inputValue()).toBe('He is ready\n\nBring his lead');
  });

  it('says why a client can’t be written to', async () => {
    const desk = await makeDesk('07700900806');
    await db().query('update clients set likes_sms = false, sms_stopped_at = now() where id = $1', [
      desk.client.id,
    ]);
    const page = await openDesk(desktop, desk.email);
    await openThread(page, desk);
    await form(page).getByText('The client replied STOP to your text messages.', { exact: false }).waitFor();
    expect(await form(page).getByLabel('Email', { exact: true }).isChecked()).toBe(true);
    await expectAccessible(page);
    await db().query('update clients set email = null where id = $1', [desk.client.id]);
    await page.reload();
    await page.getByText('You can’t write to Joan Petlover from here').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open client' }).click();
    await page.getByRole('button', { name: 'Edit Client' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit Client' });
    await editing.getByRole('textbox', { name: 'Email' }).fill('joan@example.com');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await editing.waitFor({ state: 'detached' });
    await page.goBack();
    await body(page).waitFor();
  });

  it('shows the rest when an answer fails', async () => {
    const desk = await makeDesk('07700900807');
    expectConsole(/Failed to load resource.*(500|404)/);
    const page = await openDesk(desktop, desk.email);
    await page.goto('/app/admin/messages');
    await page.getByText('No messages yet.').waitFor();
    await expectAccessible(page);
    await page.goto('/app/admin/messages?client=999999');
    await page.getByText('Client not found').waitFor();
    await page.route('**/api/conversation', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong.', code: 'internal' } }),
    );
    await openThread(page, desk);
    await page.getByText('Couldn’t load the messages').waitFor();
    await page.unroute('**/api/conversation');
    await page.getByRole('button', { name: 'Retry' }).click();
    await body(page).waitFor();
    await page.route('**/api/message_send', (route) =>
      route.fulfill({
        status: 409,
        json: { message: 'Today’s limit has been reached.', code: 'daily_limit_reached' },
      }),
    );
    expectConsole(/409/);
    await body(page).fill('Hello');
    await sendButton(page).click();
    await form(page)
      .getByRole('alert')
      .getByText('Today’s limit has been reached.', { exact: false })
      .waitFor();
    expect(await body(page).inputValue()).toBe('Hello');
  });
});

it('the list and the conversation are pages of their own on a phone', async () => {
  const desk = await makeDesk('07700900808');
  await textFrom(desk, 'Is it urgent?');
  const page = await openDesk(phone, desk.email);
  await page.goto('/app/admin');
  await entry(page, 'Messages: 1 unread').click();
  await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Joan Petlover, unread' }).click();
  await said(page, 'Is it urgent?').waitFor();
  await entry(page, /^Messages$/).waitFor();
  await expectAccessible(page);
  await body(page).fill('No, it can wait.');
  await sendButton(page).click();
  await said(page, 'No, it can wait.').waitFor();
  await page.getByRole('button', { name: 'Mark as unread' }).click();
  await page.getByRole('link', { name: 'Joan Petlover, unread' }).click();
  await said(page, 'No, it can wait.').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: 'Joan Petlover', exact: true })
    .waitFor();
});
