import { weekdays } from '@burrow/contracts/weekdays';
import { describe, expect, it } from 'vitest';
import {
  makeAbsence,
  makeResource,
  makeShift,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeCalendarFeed, makeHoliday } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { eventsIn, instant, said } from '../../testing/read-calendar.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const read = (path: string, headers: Record<string, string> = {}) => fetch(`${api.url}${path}`, { headers });

/** What a feed says about the rota, by the name of each event. */
async function rotaAt(path: string): Promise<Record<string, unknown[]>> {
  const events = [...eventsIn(await (await read(path)).text())].filter(([key]) =>
    /^(work|absence)-/.test(key),
  );
  return Object.fromEntries(
    events.map(([key, event]) => [
      key,
      [
        event.summary,
        event.startDate.isDate ? event.startDate.toString() : instant(event.startDate),
        event.endDate.isDate ? event.endDate.toString() : instant(event.endDate),
        said(event, 'transp'),
      ],
    ]),
  );
}

describe('the rota in a feed', () => {
  const free = 'TRANSPARENT';

  it('is the person’s own working hours and absences, without a reason', async () => {
    const { tenant, staff, admin } = await makePractice(db());
    await makeWorkPattern(db(), {
      user: staff,
      hours: [{ 1: [['09:00', '17:00']] }],
      valid_until: '2026-02-02',
    });
    await makeShift(db(), {
      user: staff,
      date: '2026-01-20',
      hours: [
        ['10:00', '12:00'],
        ['13:00', '18:00'],
      ],
    });
    await makeWorkPattern(db(), { user: admin });
    const note = 'Back operation';
    const leave = await makeAbsence(db(), {
      user: staff,
      from: '2026-01-19 00:00',
      until: '2026-01-20 00:00',
      kind: 'sick',
      note,
    });
    const hour = await makeAbsence(db(), {
      user: staff,
      from: '2026-01-26 12:00',
      until: '2026-01-26 13:00',
      note,
    });
    await makeAbsence(db(), { user: admin, from: '2026-01-21 00:00', until: '2026-01-22 00:00' });
    await makeHoliday(db(), { tenant, start_date: '2026-02-02' });
    const { path } = await makeCalendarFeed(db(), { maker: staff, staff });
    expect(await rotaAt(path)).toEqual({
      [`absence-${leave.id}`]: ['Away', '2026-01-19', '2026-01-20', 'OPAQUE'],
      [`absence-${hour.id}`]: ['Away', '2026-01-26T12:00:00.000Z', '2026-01-26T13:00:00.000Z', 'OPAQUE'],
      [`work-${staff.id}-2026-01-05-0`]: [
        'Working',
        '2026-01-05T09:00:00.000Z',
        '2026-01-05T17:00:00.000Z',
        free,
      ],
      [`work-${staff.id}-2026-01-12-0`]: [
        'Working',
        '2026-01-12T09:00:00.000Z',
        '2026-01-12T17:00:00.000Z',
        free,
      ],
      [`work-${staff.id}-2026-01-20-0`]: [
        'Working',
        '2026-01-20T10:00:00.000Z',
        '2026-01-20T12:00:00.000Z',
        free,
      ],
      [`work-${staff.id}-2026-01-20-1`]: [
        'Working',
        '2026-01-20T13:00:00.000Z',
        '2026-01-20T17:00:00.000Z',
        free,
      ],
      [`work-${staff.id}-2026-01-26-0`]: [
        'Working',
        '2026-01-26T09:00:00.000Z',
        '2026-01-26T12:00:00.000Z',
        free,
      ],
      [`work-${staff.id}-2026-01-26-1`]: [
        'Working',
        '2026-01-26T13:00:00.000Z',
        '2026-01-26T17:00:00.000Z',
        free,
      ],
    });
    const text = await (await read(path)).text();
    expect([text.includes('operation'), text.includes('Sick')]).toEqual([false, false]);
  });

  it('of the whole practice is who is away, and of a busy feed only when the practice is closed', async () => {
    const { tenant, staff, admin } = await makePractice(db());
    await makeWorkPattern(db(), { user: staff });
    const away = await makeAbsence(db(), { user: staff, note: 'Dentist' });
    const closed = await makeAbsence(db(), { tenant, note: 'Burst pipe' });
    await makeAbsence(db(), { resource: await makeResource(db(), { tenant }) });
    const whole = await makeCalendarFeed(db(), { maker: admin });
    const day = ['2026-01-15', '2026-01-16', free];
    expect(await rotaAt(whole.path)).toEqual({
      [`absence-${away.id}`]: ['Away: Stefan Staff', ...day],
      [`absence-${closed.id}`]: ['Closed', ...day],
    });
    const busy = await makeCalendarFeed(db(), { maker: admin, shows: 'busy' });
    expect(await rotaAt(busy.path)).toEqual({ [`absence-${closed.id}`]: ['Closed', ...day] });
    const texts = await Promise.all([whole, busy].map(async ({ path }) => (await read(path)).text()));
    expect(texts.filter((text) => /Dentist|pipe/.test(text))).toEqual([]);
  });

  it('leaves a feed without working hours as it was', async () => {
    const { staff } = await makePractice(db());
    const { path } = await makeCalendarFeed(db(), { maker: staff, staff });
    expect(await rotaAt(path)).toEqual({});
  });

  it('follows the clock of the practice through a night on which it changes', async () => {
    const allDay: [string, string][] = [['00:00', '24:00']];
    const opening = Object.fromEntries(weekdays.map((name) => [name, allDay]));
    const { staff } = await makePractice(db(), { business_hours: opening });
    await makeShift(db(), { user: staff, date: '2026-03-28', hours: [['22:00', '30:00']] });
    await makeShift(db(), { user: staff, date: '2026-10-24', hours: [['22:00', '30:00']] });
    const { path } = await makeCalendarFeed(db(), { maker: staff, staff });
    expect(await rotaAt(path)).toEqual({
      [`work-${staff.id}-2026-03-28-0`]: [
        'Working',
        '2026-03-28T22:00:00.000Z',
        '2026-03-29T05:00:00.000Z',
        free,
      ],
      [`work-${staff.id}-2026-10-24-0`]: [
        'Working',
        '2026-10-24T21:00:00.000Z',
        '2026-10-25T06:00:00.000Z',
        free,
      ],
    });
  });

  it('has later working hours after each change, also after deleting the newest shift or the oldest pattern', async () => {
    const { staff, adminKey } = await makePractice(db());
    const { path } = await makeCalendarFeed(db(), { maker: staff, staff });
    const [created_at, updated_at] = ['2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z'];
    const hours = [{ 2: [['09:00', '17:00']] as [string, string][] }];
    const { id: pattern_id } = await makeWorkPattern(db(), { user: staff, hours, created_at, updated_at });
    const set = (date: string, changes: { ranges: string } | { clear: '1' }) => () =>
      api.call('shifts_set', { staff_id: staff.id, dates: date, ...changes }, adminKey);
    const states = [];
    for (const change of [
      set('2026-01-20', { ranges: '[{"from":"10:00","to":"12:00"}]' }),
      set('2026-01-20', { clear: '1' }),
      set('2026-01-20', { ranges: '[{"from":"11:00","to":"12:00"}]' }),
      () => api.call('work_pattern_delete', { pattern_id }, adminKey),
    ]) {
      api.clock.set(new Date(api.clock.now().getTime() + 60_000).toISOString());
      expect((await change()).body.saved).toBe(true);
      const event = eventsIn(await (await read(path)).text()).get(`work-${staff.id}-2026-01-20-0`);
      if (!event) throw new Error('The working hours are missing.');
      const [begin, modified] = [instant(event.startDate), String(said(event, 'last-modified'))];
      states.push({ begin: begin.slice(11, 16), sequence: event.sequence, modified });
    }
    expect(states.map(({ begin }) => begin)).toEqual(['10:00', '09:00', '11:00', '11:00']);
    const sequences = states.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
    const dates = states.map(({ modified }) => modified);
    expect(dates).toEqual([...new Set(dates)].toSorted());
  });

  it('changes the ETag with the rota, and with that of no one else', async () => {
    const { staff, admin, adminKey } = await makePractice(db());
    const { path } = await makeCalendarFeed(db(), { maker: staff, staff });
    const tag = async () => (await read(path)).headers.get('etag');
    const before = await tag();
    const set = (staff_id: number) =>
      api.call(
        'shifts_set',
        { staff_id, dates: '2026-01-20', ranges: '[{"from":"09:00","to":"12:00"}]' },
        adminKey,
      );
    expect((await set(admin.id)).body.saved).toBe(true);
    expect(await tag()).toBe(before);
    expect((await set(staff.id)).body.saved).toBe(true);
    const after = await tag();
    expect(after).not.toBe(before);
    expect((await read(path, { 'if-none-match': after ?? '' })).status).toBe(304);
  });
});
