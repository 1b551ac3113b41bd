import { addDays } from '@burrow/contracts/calendar-day';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { usePractice } from '../../lib/practice.ts';
import { actionQuery, steadyQuery } from '../../lib/query.ts';
import type { Diary } from './diary-columns.ts';
import { daysOf, stepDate, type DiaryView } from './diary-view.ts';

/** The day a week begins on: 1 for Monday, 0 for Sunday. */
export const useWeekStart = (): 0 | 1 => (usePractice()?.week_starts_on === 'monday' ? 1 : 0);

/** The days of a view. Adjacent days are prefetched, so that they open at once. */
export function useDiary({ date, span }: DiaryView) {
  const client = useQueryClient();
  const startsOn = useWeekStart();
  const diary = useQuery(steadyQuery('diary', daysOf({ date, span }, startsOn)));
  const isRead = diary.isSuccess && !diary.isPlaceholderData;
  useEffect(() => {
    if (!isRead) return;
    for (const by of [1, -1] as const) {
      const neighbour = daysOf({ date: stepDate({ date, span }, by), span }, startsOn);
      void client.prefetchQuery(actionQuery('diary', neighbour));
    }
  }, [client, date, span, startsOn, isRead]);
  return diary;
}

const noDays: Diary[] = [];

/** A day that has been read, if it has; nothing is fetched for it. */
function useReadDay(date: string): Diary | undefined {
  const day = daysOf({ date, span: 'day' }, useWeekStart());
  return useQuery({ ...actionQuery('diary', day), enabled: false }).data;
}

/** A day, the one before and the one after, as far as they have been read. They change when there is time for it. */
export function useNearDays(date: string, isOn: boolean): Diary[] {
  const before = useReadDay(addDays(date, -1));
  const day = useReadDay(date);
  const after = useReadDay(addDays(date, 1));
  const days = useMemo(
    () => (isOn ? [before, day, after].filter((one) => one !== undefined) : noDays),
    [isOn, before, day, after],
  );
  return useDeferredValue(days, noDays);
}
