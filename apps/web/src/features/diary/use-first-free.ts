import { addDays, minutesOf } from '@burrow/contracts/calendar-day';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { actionQuery } from '../../lib/query.ts';

/** How many days are searched. */
export const searchedDays = 60;

export interface GapWanted {
  serviceId: number;
  minutes: number;
  /** A person; null for anyone who provides the service. */
  staffId: number | null;
}

/** A free time that was found. */
export interface FoundGap extends GapWanted {
  date: string;
  start: number;
  /** Who is free then. */
  freeId: number | null;
}

/** The start of the search: times of `date` from `after` on. */
interface From {
  date: string;
  after: string;
}

/** Finds the next free time for a service, day by day. */
export function useFirstFree() {
  const client = useQueryClient();
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  });
  const search = useRef(0);

  const dayOf = ({ serviceId, minutes, staffId }: GapWanted, date: string, time?: string) =>
    client.fetchQuery(
      actionQuery('bookings/free_times', {
        date,
        duration_minutes: minutes,
        service_id: serviceId,
        ...(staffId === null ? { anyone: '1' as const } : { staff_id: staffId }),
        ...(time === undefined ? {} : { time }),
      }),
    );

  /** @returns null if nothing is free on the day, or if the search was ended before who is free was asked */
  const gapOn = async (
    wanted: GapWanted,
    date: string,
    after: string,
    isEnded: () => boolean,
  ): Promise<FoundGap | null> => {
    const { times, holiday } = await dayOf(wanted, date);
    if (isEnded()) return null;
    const time = (holiday === null ? times : []).find((one) => one.free && one.time > after)?.time;
    if (time === undefined) return null;
    const { asked } = await dayOf(wanted, date, time);
    return { ...wanted, date, start: minutesOf(time), freeId: asked?.staff_id ?? null };
  };

  /** Ends the search that is under way. */
  const stop = () => {
    search.current += 1;
    setState({ busy: false, problem: null });
  };
  useEffect(
    () => () => {
      search.current += 1;
    },
    [],
  );

  /** @returns null if nothing is free; undefined if the search was ended */
  const find = async (
    wanted: GapWanted,
    { date: first, after }: From,
  ): Promise<FoundGap | null | undefined> => {
    search.current += 1;
    const own = search.current;
    const isEnded = () => own !== search.current;
    setState({ busy: true, problem: null });
    try {
      for (let n = 0; n < searchedDays; n += 1) {
        const gap = await gapOn(wanted, addDays(first, n), n > 0 ? '' : after, isEnded);
        if (isEnded()) return undefined;
        if (gap !== null) {
          setState({ busy: false, problem: null });
          return gap;
        }
      }
      setState({ busy: false, problem: `Nothing free in the next ${searchedDays} days.` });
    } catch {
      if (isEnded()) return undefined;
      setState({ busy: false, problem: 'Couldn’t search for a free time. Please try again.' });
    }
    return null;
  };
  return { ...state, find, stop };
}
