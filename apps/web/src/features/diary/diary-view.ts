import { addDays, dayToDate, weekdayOf } from '@burrow/contracts/calendar-day';

/** The person or room of a week; in a day, the column on a phone. `null` for all. */
export type DiaryWho = number | 'unassigned' | null;

/** The view of the diary, stored in the address, so that a reload, Back and a copied link show the same. */
export interface DiaryView {
  /** `YYYY-MM-DD` */
  date: string;
  span: 'day' | 'week';
  by: 'people' | 'rooms';
  who: DiaryWho;
}

const whoIn = (text: string | null): DiaryWho =>
  text === 'unassigned' ? text : text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;

/** Reads the view from an address. Missing and invalid parts are those of today by person. */
export function readDiaryView(params: URLSearchParams, today: string): DiaryView {
  const date = params.get('date') ?? '';
  return {
    date: dayToDate(date) === null ? today : date,
    span: params.get('view') === 'week' ? 'week' : 'day',
    by: params.get('by') === 'rooms' ? 'rooms' : 'people',
    who: whoIn(params.get('who')),
  };
}

/** The parts of an address that differ from today by person. */
export const diaryAddress = ({ date, span, by, who }: DiaryView, today: string) => ({
  date: date === today ? null : date,
  view: span === 'day' ? null : span,
  by: by === 'people' ? null : by,
  who,
});

/** The first day of the week with a day. */
export const weekStart = (date: string, startsOn: 0 | 1): string =>
  addDays(date, -((weekdayOf(date) - startsOn + 7) % 7));

/** The input of the query for a view. */
export const daysOf = ({ date, span }: Pick<DiaryView, 'date' | 'span'>, startsOn: 0 | 1) =>
  span === 'week' ? { date: weekStart(date, startsOn), days: 7 } : { date, days: 1 };

/** The date of the next or previous day or week. */
export const stepDate = ({ date, span }: Pick<DiaryView, 'date' | 'span'>, by: 1 | -1): string =>
  addDays(date, by * (span === 'week' ? 7 : 1));
