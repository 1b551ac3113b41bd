import { useEffect, useRef, useState } from 'react';
import type { BookableMonth, BookingPageView } from '@burrow/contracts/booking-page';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { call } from './call.ts';

/** A month of times, or why it is not there; undefined while it loads. */
export type MonthAnswer = BookableMonth | { problem: string } | undefined;

const notLoaded = 'Couldn’t load the free times. Check your internet connection.';

/** For which service and person, and as whom. */
export interface Wanted {
  serviceId: number | null;
  staffId: number | null;
  /** Of a visitor who has proved their number: a time that is held for their payment is free to them. */
  apiKey: string | undefined;
}

const nameOf = ({ year, month }: BookableMonth): string => `${year}-${String(month).padStart(2, '0')}`;
const keyOf = ({ serviceId, staffId, apiKey }: Wanted, month: string): string =>
  JSON.stringify([serviceId, staffId, apiKey, month]);

/** The months that the page came with. */
const sentMonths = ({ months, service_id: serviceId }: BookingPageView): Record<string, MonthAnswer> =>
  Object.fromEntries(
    months.map((month) => [keyOf({ serviceId, staffId: null, apiKey: undefined }, nameOf(month)), month]),
  );

async function readMonth(tenantId: number, wanted: Wanted, month: string): Promise<BookableMonth> {
  const input = {
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5)),
    service_id: wanted.serviceId ?? undefined,
    staff_id: wanted.staffId ?? undefined,
  };
  const { apiKey } = wanted;
  return apiKey === undefined
    ? call('book/availability', { tenant_id: tenantId, ...input })
    : call('cp/booking_availability', input, { apiKey });
}

/**
 * The months of times for a service and a person. Each is read when it is first shown, and the one that is shown again when
 * the visitor returns to the page: others take times meanwhile.
 * @param isStale whether the months that the page came with no longer hold
 * @param onSignedOut the session of this key has ended: the months are then read without one
 * @param onGone the service or the person can't be requested any more
 */
export function useMonths(
  view: BookingPageView,
  wanted: Wanted,
  shown: string,
  isStale: boolean,
  onSignedOut: (apiKey: string) => void,
  onGone: () => void,
) {
  const [answers, setAnswers] = useState(() => (isStale ? {} : sentMonths(view)));
  const asked = useRef(new Set(Object.keys(answers)));
  const tenantId = view.practice.tenant_id;
  const shownKey = keyOf(wanted, shown);
  const read = (month: string) => {
    const key = keyOf(wanted, month);
    asked.current.add(key);
    readMonth(tenantId, wanted, month).then(
      (answer) => setAnswers((before) => ({ ...before, [key]: answer })),
      (error: unknown) => {
        const { apiKey } = wanted;
        const status = error instanceof ApiError ? error.status : null;
        if (apiKey !== undefined && status === 401) onSignedOut(apiKey);
        else if (status === 404) {
          setAnswers((before) => ({ ...before, [key]: { problem: messageOf(error, notLoaded) } }));
          onGone();
        }
        // The times that were read before stay.
        else setAnswers((before) => ({ ...before, [key]: before[key] ?? { problem: notLoaded } }));
      },
    );
  };
  useEffect(() => {
    if (wanted.serviceId !== null && !asked.current.has(shownKey)) read(shown);
  });
  useEffect(() => {
    const readAgain = () => {
      if (document.visibilityState === 'visible' && wanted.serviceId !== null) read(shown);
    };
    document.addEventListener('visibilitychange', readAgain);
    return () => document.removeEventListener('visibilitychange', readAgain);
  });
  return {
    shownMonth: answers[shownKey],
    /** Reads a month again, after that failed. */
    readAgain: (month: string) => {
      setAnswers((before) => ({ ...before, [keyOf(wanted, month)]: undefined }));
      read(month);
    },
  };
}
