import { weekdays, type Weekday } from '@burrow/contracts/weekdays';

/** When a client could come, as a form has it: a flag for each day of the week. */
export type WantValues = Record<Weekday, boolean> & {
  /** '' for anyone. */
  staff_id: string;
  from_time: string;
  until_time: string;
  from_date: string;
  until_date: string;
  note: string;
};

interface Wanted {
  staff_id: number | null;
  weekdays: readonly Weekday[];
  from_time: string | null;
  until_time: string | null;
  from_date: string;
  until_date: string;
  note: string | null;
}

export const wantValues = (want: Wanted): WantValues => ({
  ...(Object.fromEntries(weekdays.map((day) => [day, want.weekdays.includes(day)])) as Record<
    Weekday,
    boolean
  >),
  staff_id: want.staff_id === null ? '' : String(want.staff_id),
  from_time: want.from_time ?? '',
  until_time: want.until_time ?? '',
  from_date: want.from_date,
  until_date: want.until_date,
  note: want.note ?? '',
});

/** Any day and time from `from` to `until`. */
export const anyTime = (from: string, until: string): WantValues =>
  wantValues({
    staff_id: null,
    weekdays,
    from_time: null,
    until_time: null,
    from_date: from,
    until_date: until,
    note: null,
  });

const daysOf = (values: WantValues): Weekday[] => weekdays.filter((day) => values[day]);

/** The values as a command's input. */
export const wantInput = (values: WantValues) => ({
  staff_id: values.staff_id === '' ? null : Number(values.staff_id),
  weekdays: daysOf(values),
  from_time: values.from_time || null,
  until_time: values.until_time || null,
  from_date: values.from_date,
  until_date: values.until_date,
  note: values.note.trim() || null,
});

export const wantProblems = (values: WantValues) => ({
  sun: daysOf(values).length === 0 ? 'Choose at least one day.' : undefined,
  from_date: values.from_date === '' ? 'Enter a date.' : undefined,
  until_date:
    values.until_date === ''
      ? 'Enter a date.'
      : values.until_date < values.from_date
        ? 'The last day can’t be before the first.'
        : undefined,
  until_time:
    values.from_time !== '' && values.until_time !== '' && values.until_time < values.from_time
      ? 'The latest time can’t be before the earliest.'
      : undefined,
});
