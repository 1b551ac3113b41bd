import ICAL from 'ical.js';

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
