import type { InputOf } from '@burrow/contracts/actions';
import ICAL from 'ical.js';
import { expect } from 'vitest';
import type { Caller, TestApi } from './harness.ts';

/** The events of a calendar by the first part of their UID, as a calendar program reads them. */
export function eventsIn(text: string): Map<string, ICAL.Event> {
  const calendar = new ICAL.Component(ICAL.parse(text) as ICAL.Component['jCal']);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  return new Map(events.map((event) => [event.uid.split('@')[0] ?? '', event]));
}

export const instant = (time: ICAL.Time): string => time.toJSDate().toISOString();
export const said = (event: ICAL.Event, property: string): unknown =>
  event.component.getFirstPropertyValue(property);

/** Calls that make and read calendar feeds. */
export function feedCalls(api: TestApi) {
  const read = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}${path}`, { headers });

  /** The events of a feed by their UID, as a calendar program reads them. */
  async function eventsAt(path: string): Promise<Map<string, ICAL.Event>> {
    const answer = await read(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    return eventsIn(await answer.text());
  }

  const create = (caller: Caller, input: InputOf<'calendar_feed_create'> = {}) =>
    api.call('calendar_feed_create', input, caller);

  return { read, eventsAt, create };
}

/** The only event of a feed. */
export const only = (events: Map<string, ICAL.Event>): ICAL.Event => {
  const [event] = events.values();
  if (events.size !== 1 || !event) throw new Error(`There are ${events.size} events.`);
  return event;
};
