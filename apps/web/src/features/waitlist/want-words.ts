import { weekdays, type Weekday } from '@burrow/contracts/weekdays';
import type { Formats } from '../../lib/format.ts';

interface When {
  weekdays: readonly Weekday[];
  from_time: string | null;
  until_time: string | null;
  from_date: string;
  until_date: string;
}

type Words = Pick<Formats, 'shortDay' | 'time' | 'weekdays'>;

function timesInWords({ from_time: from, until_time: until }: When, { time }: Words): string | null {
  if (from !== null && until !== null) return `${time(from)}–${time(until)}`;
  if (from !== null) return `from ${time(from)}`;
  return until === null ? null : `until ${time(until)}`;
}

/** When a client could come: 'Mon, Fri · from 14:00 · Fri 16 Jan – Fri 13 Feb'. */
export function whenInWords(want: When, formats: Words): string {
  const days =
    want.weekdays.length === weekdays.length
      ? 'Any day'
      : want.weekdays.map((day) => formats.weekdays[weekdays.indexOf(day)]?.short ?? day).join(', ');
  const span =
    want.from_date === want.until_date
      ? formats.shortDay(want.from_date)
      : `${formats.shortDay(want.from_date)} – ${formats.shortDay(want.until_date)}`;
  return [days, timesInWords(want, formats), span].filter(Boolean).join(' · ');
}
