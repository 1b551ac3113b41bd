import type { InputOf } from '@burrow/contracts/actions';
import {
  filledParts,
  fillIn,
  messageKinds,
  messageVariables,
  variablesProblem,
} from '@burrow/contracts/message-text';

import { beforeAll, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { readStream } from '../../testing/event-stream.ts';
import { useTestApi } from '../../testing/harness.ts';
import { formerTexts } from './former-texts.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

// The server listens to the database from the first stream on, whose first event says so.
beforeAll(async () => {
  const { adminKey } = await makePractice(db());
  const stream = await readStream(`${api.url}/api/notifications/stream`, adminKey);
  await stream.next();
  stream.leave();
});

const messages = async ({ adminKey }: Practice) => (await api.call('message_templates', {}, adminKey)).body;

const reminder = { kind: 'booking_reminder', channel: 'sms' } as const;
const reminderEmail = { kind: 'booking_reminder', channel: 'email' } as const;

const messageOf = async (practice: Practice, { kind, channel }: { kind: string; channel: string }) =>
  (await messages(practice)).find((message) => message.kind === kind && message.channel === channel);

const update = ({ adminKey }: Practice, input: Partial<InputOf<'message_template_update'>>) =>
  api.call('message_template_update', { ...reminder, body: 'See you soon.', ...input }, adminKey);

describe('message templates', () => {
  it('start with standard texts for every occasion and channel, with valid variables', async () => {
    const all = await messages(await makePractice(db()));
    expect(all).toHaveLength(2 * messageKinds.length);
    for (const { subject, body, channel, enabled, is_default } of all) {
      expect([enabled, is_default, subject === null]).toEqual(['1', '1', channel === 'sms']);
      expect(variablesProblem(body)).toBeNull();
      const filled = fillIn(body, messageVariables);
      expect(filled).not.toMatch(/[{}]/);
      expect(channel === 'sms' ? filled.length : 0).toBeLessThan(300);
      // A character outside the GSM alphabet would make a text message cost double.
      expect(channel === 'sms' ? body : '').toMatch(/^[\x20-\x7e\n]*$/);
    }
  });

  it('are changed, switched off and reset for one practice alone', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    const standard = await messageOf(practice, reminderEmail);
    const own = { subject: 'Soon', body: 'We see {{ animal_name }} on {{date}}.', enabled: '0' } as const;
    expect((await update(practice, { ...reminderEmail, ...own })).body).toEqual({ success: true });
    expect(await messageOf(practice, reminderEmail)).toEqual({ ...reminderEmail, ...own, is_default: '0' });
    expect(await messageOf(other, reminderEmail)).toEqual(standard);
    await api.call('message_template_reset', reminderEmail, practice.adminKey);
    // It was switched off, and restoring the standard text must not start sending again.
    expect(await messageOf(practice, reminderEmail)).toEqual({ ...standard, enabled: '0' });
    await update(practice, { ...reminderEmail, ...own, enabled: '1' });
    await api.call('message_template_reset', reminderEmail, practice.adminKey);
    expect(await messageOf(practice, reminderEmail)).toEqual(standard);
  });

  it('keep what a change omits, which another person may have changed', async () => {
    const practice = await makePractice(db());
    const change = (input: Partial<InputOf<'message_template_update'>>) =>
      api.call('message_template_update', { ...reminderEmail, ...input }, practice.adminKey);
    const standard = await messageOf(practice, reminderEmail);
    await change({ enabled: '0' });
    expect(await messageOf(practice, reminderEmail)).toEqual({ ...standard, enabled: '0' });
    await change({ body: 'See you soon.' });
    await change({ subject: 'Soon' });
    const own = { ...reminderEmail, subject: 'Soon', body: 'See you soon.', is_default: '0' };
    expect(await messageOf(practice, reminderEmail)).toEqual({ ...own, enabled: '0' });
    await change({ enabled: '1' });
    expect(await messageOf(practice, reminderEmail)).toEqual({ ...own, enabled: '1' });
  });

  it('appear on other screens when they are changed or reset', async () => {
    const practice = await makePractice(db());
    const stream = await readStream(`${api.url}/api/notifications/stream`, practice.adminKey);
    await update(practice, {});
    await api.call('message_template_reset', reminder, practice.adminKey);
    expect([await stream.next(), await stream.next()]).toMatchObject([
      { data: { action: 'message_template_update' } },
      { data: { action: 'message_template_reset' } },
    ]);
    stream.leave();
  });

  it('show the current standard text in place of a stored one of an earlier build', async () => {
    const practice = await makePractice(db());
    const standard = await messageOf(practice, reminder);
    const former = formerTexts.booking_reminder.sms[0]?.body ?? '';
    await update(practice, { body: former, enabled: '0' });
    expect(former).not.toBe(standard?.body);
    expect(await messageOf(practice, reminder)).toEqual({ ...standard, enabled: '0' });
  });

  it('have a subject by email, and none by text message', async () => {
    const practice = await makePractice(db());
    const standard = await messageOf(practice, reminderEmail);
    await update(practice, reminderEmail);
    expect(await messageOf(practice, reminderEmail)).toMatchObject({
      subject: standard?.subject,
      body: 'See you soon.',
    });
    await update(practice, { subject: 'Ignored' });
    expect(await messageOf(practice, reminder)).toMatchObject({ subject: null, body: 'See you soon.' });
  });

  it.each([
    [{ body: 'Dear {{name}}' }, 'body', '{{name}} isn’t a known variable.'],
    [
      { body: '{{Animal}} and {{ pet name }}, {{Animal}}' },
      'body',
      'These aren’t known variables: {{Animal}}, {{pet name}}.',
    ],
    [{ body: 'On {{date}' }, 'body', 'Put two braces on each side of a variable, such as {{animal_name}}.'],
    [{ channel: 'email', subject: 'For {{dog}}' } as const, 'subject', '{{dog}} isn’t a known variable.'],
    [{ body: ' ' }, 'body', 'Enter the message text.'],
    [{ body: 'a'.repeat(1001) }, 'body', 'Use at most 1000 characters in a text message.'],
  ])('cannot say %j', async (input, field, message) => {
    const practice = await makePractice(db());
    const { status, error } = await update(practice, input);
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
  });

  it('cannot be sent empty, as by a form', async () => {
    const practice = await makePractice(db());
    const empty = { ...reminder, subject: '', body: '' };
    const { status, error } = await api.call('message_template_update', empty, practice.adminKey);
    expect([status, error.fields]).toEqual([400, { body: 'Enter the message text.' }]);
  });

  it('of nothing but braces and spaces are parsed at once, and refused', async () => {
    const practice = await makePractice(db());
    for (const body of [`{{${' '.repeat(4990)}`, `{{ ${'{{ '.repeat(1600)}`, `{{${'\n'.repeat(4000)}x}`]) {
      const { status, error } = await update(practice, { channel: 'email', subject: 'Soon', body });
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['body']]);
    }
  }, 5000);

  it('fill in known values and leave out the others', () => {
    expect(fillIn('{{ client_name }}: {{animal_name}}, {{time}}.', { client_name: 'Ann' })).toBe('Ann: , .');
    expect(fillIn('$& {{client_name}}', { client_name: '$1' })).toBe('$& $1');
  });

  it('show their author unknown variables', () => {
    const text = 'Dear {{ client_name }},{{nope}} {{time}} {{date}';
    expect(filledParts(text, { client_name: 'Ann' })).toEqual([
      { at: 0, text: 'Dear ', isUnknown: false },
      { at: 5, text: 'Ann', isUnknown: false },
      { at: 22, text: ',', isUnknown: false },
      { at: 23, text: '{{nope}}', isUnknown: true },
      { at: 31, text: ' ', isUnknown: false },
      { at: 40, text: ' {{date}', isUnknown: false },
    ]);
    expect(filledParts('', {})).toEqual([]);
  });
});
