import { expect, it } from 'vitest';
import { addEndpoint } from '../apps/api/src/testing/webhook-endpoint.ts';
import { makeBookingField } from '../packages/dev/src/factory-bookings.ts';
import { makeCareType } from '../packages/dev/src/factory-care.ts';
import { makeAbsence, makeResource } from '../packages/dev/src/factory-diary.ts';
import { makeMedicine, makeNoteTemplate } from '../packages/dev/src/factory-health.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeHoliday, makeReplyTemplate } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { desktop, useBrowser } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

// A person edits one field of a record while another edits another one.

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

interface Edit {
  path: string;
  /** The names of what opens the form, in turn. */
  open: readonly [button: string | RegExp, menuItem?: string];
  /** The field that the person edits. */
  label: string;
  typed: string;
  /** Changes another field at the same time. */
  elsewhere: () => Promise<{ status: number }>;
  /** The records afterwards, and what one of them must have. */
  list: () => Promise<{ body: unknown }>;
  expected: Record<string, unknown>;
}

const settings = (category: string): string => `/app/admin/settings?category=${category}`;
const inMenuOf = (name: string) => [`Actions for ${name}`, 'Edit'] as const;

const edits: Record<string, (practice: Practice) => Promise<Edit>> = {
  'a staff member': async ({ staff, adminKey }) => ({
    path: settings('team'),
    open: inMenuOf('Stefan Staff'),
    label: 'Name',
    typed: 'Stefan Smith',
    elsewhere: () => api.call('team/update', { staff_id: staff.id, role: 'admin' }, adminKey),
    list: () => api.call('team', {}, adminKey),
    expected: { id: staff.id, name: 'Stefan Smith', role: 'admin' },
  }),
  'a webhook': async ({ adminKey }) => {
    const { id } = await addEndpoint(api, adminKey, { url: 'https://old.example.test/' });
    const url = 'https://new.example.test/';
    return {
      path: `/app/admin/webhook/${id}`,
      open: ['More actions', 'Edit'],
      label: 'Name',
      typed: 'Accounts',
      elsewhere: () => api.call('webhook_endpoint_update', { endpoint_id: id, url }, adminKey),
      list: () => api.call('webhook_endpoints', {}, adminKey),
      expected: { id, url, description: 'Accounts' },
    };
  },
  'a service': async ({ checkUp, adminKey }) => ({
    path: settings('services'),
    open: inMenuOf(checkUp.name),
    label: 'Name',
    typed: 'Health check',
    elsewhere: () =>
      api.call('booking_type_update', { service_id: checkUp.id, base_price: '52.00' }, adminKey),
    list: () => api.call('booking_types', {}, adminKey),
    expected: { id: checkUp.id, name: 'Health check', base_price: '52.00' },
  }),
  'a room': async ({ tenant, adminKey }) => {
    const { id, name } = await makeResource(db(), { tenant });
    return {
      path: settings('resources'),
      open: inMenuOf(name),
      label: 'Name',
      typed: 'Theatre',
      elsewhere: () => api.call('resource_update', { resource_id: id, places: 3 }, adminKey),
      list: () => api.call('resources', {}, adminKey),
      expected: { id, name: 'Theatre', places: 3 },
    };
  },
  'an absence': async ({ staff, adminKey }) => {
    const { id } = await makeAbsence(db(), {
      user: staff,
      from: '2099-03-02 00:00',
      until: '2099-03-03 00:00',
    });
    return {
      path: settings('rota'),
      open: [/^Absence of Stefan Staff/, 'Edit'],
      label: 'Note',
      typed: 'First aid',
      elsewhere: () => api.call('absence_update', { absence_id: id, until_date: '2099-03-04' }, adminKey),
      list: () => api.call('absences', {}, adminKey),
      expected: { absence_id: id, note: 'First aid', until_date: '2099-03-04' },
    };
  },
  'a custom field': async ({ tenant, adminKey }) => {
    const { id, field_label: name } = await makeBookingField(db(), { tenant });
    return {
      path: settings('fields'),
      open: inMenuOf(name),
      label: 'Label',
      typed: 'Muzzle',
      elsewhere: () => api.call('booking_field_update', { field_id: id, required: '1' }, adminKey),
      list: () => api.call('booking_custom_fields', {}, adminKey),
      expected: { id, field_label: 'Muzzle', required: '1' },
    };
  },
  'a medicine': async ({ tenant, adminKey }) => {
    const { id, name } = await makeMedicine(db(), { tenant });
    return {
      path: settings('medicines'),
      open: inMenuOf(name),
      label: 'Name',
      typed: 'Nobivac L4',
      elsewhere: () => api.call('medicine_update', { medicine_id: id, last_batch: 'B7' }, adminKey),
      list: () => api.call('medicines', {}, adminKey),
      expected: { id, name: 'Nobivac L4', last_batch: 'B7' },
    };
  },
  'a note template': async ({ tenant, adminKey }) => {
    const { id, name } = await makeNoteTemplate(db(), { tenant });
    return {
      path: settings('note-templates'),
      open: inMenuOf(name),
      label: 'Name',
      typed: 'Check-up',
      elsewhere: () => api.call('note_template_update', { note_template_id: id, body: 'Plan:' }, adminKey),
      list: () => api.call('note_templates', {}, adminKey),
      expected: { id, name: 'Check-up', body: 'Plan:' },
    };
  },
  'a reply template': async ({ tenant, adminKey }) => {
    const { id, name } = await makeReplyTemplate(db(), { tenant });
    const body = 'Please ring us.';
    return {
      path: settings('reply-templates'),
      open: inMenuOf(name),
      label: 'Name',
      typed: 'Call us',
      elsewhere: () => api.call('reply_template_update', { reply_template_id: id, body }, adminKey),
      list: () => api.call('reply_templates', {}, adminKey),
      expected: { id, name: 'Call us', body },
    };
  },
  'a recall type': async ({ tenant, adminKey }) => {
    const { id, name } = await makeCareType(db(), { tenant });
    return {
      path: settings('recalls'),
      open: [`Edit ${name}`],
      label: 'Name',
      typed: 'Yearly booster',
      elsewhere: () => api.call('care_type_update', { care_type_id: id, cancel_after: 20 }, adminKey),
      list: () => api.call('care_types', {}, adminKey),
      expected: { care_type_id: id, name: 'Yearly booster', cancel_after: 20 },
    };
  },
  'a holiday': async ({ tenant, adminKey }) => {
    const { id, name } = await makeHoliday(db(), { tenant });
    return {
      path: settings('holidays'),
      open: [`Edit ${name}`],
      label: 'Name',
      typed: 'Staff day',
      elsewhere: () => api.call('holiday_update', { holiday_id: id, is_recurring: '1' }, adminKey),
      list: () => api.call('holidays', {}, adminKey),
      expected: { id, holiday_name: 'Staff day', is_recurring: '1' },
    };
  },
};

it.each(Object.entries(edits))(
  'saving %s keeps what another person changed meanwhile',
  async (_what, begin) => {
    const practice = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Admin-Desk' });
    const { path, open, label, typed, elsewhere, list, expected } = await begin(practice);
    const page = await openPage(desktop);
    await openAsStaff(page, account.email, path);
    const [button, menuItem] = open;
    await page.getByRole('button', { name: button, exact: true }).click();
    if (menuItem !== undefined) await page.getByRole('menuitem', { name: menuItem, exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: label }).fill(typed);
    expect((await elsewhere()).status).toBe(200);
    await form.getByRole('button', { name: /^Save/ }).click();
    await form.waitFor({ state: 'detached' });
    expect((await list()).body).toContainEqual(expect.objectContaining(expected));
  },
);
