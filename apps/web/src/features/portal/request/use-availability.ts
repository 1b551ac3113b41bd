import { addToMonth, monthOf } from '@burrow/contracts/calendar-day';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import type { InputOf } from '../../../lib/api.ts';
import { steadyQuery } from '../../../lib/query.ts';
import { usePortalFormats } from '../portal-practice.ts';

/** What the times are for: a service and a person if chosen, or an appointment to move. */
type Wanted = Omit<InputOf<'cp/booking_availability'>, 'year' | 'month'>;

/**
 * A month of the practice's days with their times. Others request the same times, so it is refetched whenever the person
 * returns to the page.
 */
function useAvailability(month: string, wanted: Wanted) {
  const answer = useQuery({
    ...steadyQuery('cp/booking_availability', {
      year: Number(month.slice(0, 4)),
      month: Number(month.slice(5)),
      ...wanted,
    }),
    refetchOnWindowFocus: 'always',
  });
  return { ...answer, dayOf: (date: string) => answer.data?.days.find((day) => day.date === date) };
}

export type Availability = ReturnType<typeof useAvailability>;

/** A day and time that are being chosen; '' for none. */
export interface ChosenTime {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  time: string;
}

/** Refetches the services and people when the times of one are refused: the practice no longer offers it. */
function useOfferedAgain(errors: readonly (Error | null)[]): void {
  const client = useQueryClient();
  const missing = errors.find((error) => error instanceof ApiError && error.status === 404);
  useEffect(() => {
    if (missing === undefined) return;
    for (const name of ['cp/booking_services', 'cp/booking_staff'])
      void client.invalidateQueries({ queryKey: [name] });
  }, [client, missing]);
}

/** The visible month: the chosen one, else that of the chosen day, else the first, or the next if the first has no open day. */
function useMonth(date: string, firstDay: string | undefined, wanted: Wanted) {
  const formats = usePortalFormats();
  const [first] = useState(() => monthOf(date === '' ? (firstDay ?? formats.today()) : date));
  const [chosen, setMonth] = useState<string | null>(null);
  const month = chosen ?? (date === '' ? first : monthOf(date));
  const { data, isPlaceholderData } = useAvailability(month, wanted);
  const isFirst = chosen === null && date === '' && !isPlaceholderData;
  const hasNoDay = isFirst && data?.days.every(({ state }) => state !== 'open') === true;
  return [hasNoDay ? addToMonth(month, 1) : month, setMonth] as const;
}

/**
 * The visible month, and the times of the chosen day.
 * @param firstDay a day of the month to begin with; today by default
 */
export function useTimes({ date, time }: ChosenTime, wanted: Wanted, firstDay?: string) {
  const [month, setMonth] = useMonth(date, firstDay, wanted);
  const shown = useAvailability(month, wanted);
  const chosen = useAvailability(date === '' ? month : monthOf(date), wanted);
  useOfferedAgain([shown.error, chosen.error]);
  const day = chosen.dayOf(date);
  const isCurrent = !chosen.isPlaceholderData;
  const isFree = day?.times.some((slot) => slot.free && slot.time === time) === true;
  return {
    month,
    setMonth,
    /** The availability of the visible month. */
    shown,
    /** The chosen day; undefined while it loads. */
    day,
    /** The month of the chosen day; the visible one while none is chosen. */
    chosen,
    /** False while only the times of another service are loaded. */
    isCurrent,
    /** The chosen time was taken, or is too short for a service chosen later. */
    isLost: time !== '' && day !== undefined && isCurrent && !isFree,
  };
}

/** The choice of a time, in a form with more. */
export interface TimeChoice extends ReturnType<typeof useTimes> {
  draft: ChosenTime;
  change: (changes: Partial<ChosenTime>) => void;
  /** Null without errors. */
  errors: { when?: string } | null;
}
