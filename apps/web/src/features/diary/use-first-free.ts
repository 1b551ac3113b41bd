import { addDays, minutesOf } from '@burrow/contracts/calendar-day';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { actionQuery } from '../../lib/query.ts';

/** How many days are searched. */
export const searchedDays = 60;

export interface GapWanted {
  serviceId: number;
  minutes: number;
  staffId: number | null;
}

/** A free time that was found. */
export interface FoundGap extends GapWanted {
  date: string;
  start: number;
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

  const dayOf = async ({ serviceId, minutes, staffId }: GapWanted, date: string) => {
    const { times } = await client.fetchQuery(
      actionQuery('bookings/free_times', {
        date,
        duration_minutes: minutes,
        service_id: serviceId,
        ...(staffId === null ? {} : { staff_id: staffId }),
      }),
    );
    return times.filter(({ free }) => free).map(({ time }) => time);
  };

  const find = async (wanted: GapWanted, { date: first, after }: From): Promise<FoundGap | null> => {
    search.current += 1;
    const own = search.current;
    setState({ busy: true, problem: null });
    try {
      for (let n = 0; n < searchedDays && own === search.current; n += 1) {
        const date = addDays(first, n);
        const time = (await dayOf(wanted, date)).find((free) => n > 0 || free > after);
        if (time !== undefined) {
          setState({ busy: false, problem: null });
          return { ...wanted, date, start: minutesOf(time) };
        }
      }
      setState({ busy: false, problem: `Nothing free in the next ${searchedDays} days.` });
    } catch {
      setState({ busy: false, problem: 'Couldn’t search for a free time. Please try again.' });
    }
    return null;
  };
  return { ...state, find };
}
