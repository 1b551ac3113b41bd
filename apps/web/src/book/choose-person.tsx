import type { BookablePerson, BookableService, BookingPageView } from '@burrow/contracts/booking-page';
import { useEffect, useState } from 'react';
import { formatDuration, type Formats } from '../lib/format.ts';
import { call } from './call.ts';
import { Chips } from './chips.tsx';

const noPeople: readonly BookablePerson[] = [];

/**
 * The people who can be chosen for a service, none when there is nothing to choose; undefined until they are read. They are
 * read again with the practice.
 */
export function usePeople(
  view: BookingPageView,
  serviceId: number | null,
): readonly BookablePerson[] | undefined {
  const { practice } = view;
  const [found, setFound] = useState({ practice, serviceId: view.service_id, people: view.people });
  const isFound = found.serviceId === serviceId;
  const isFresh = isFound && found.practice === practice;
  useEffect(() => {
    if (serviceId === null || isFresh) return undefined;
    const left = new AbortController();
    const asked = { tenant_id: practice.tenant_id, service_id: serviceId };
    call('book/staff', asked, { signal: left.signal }).then(
      (people) => setFound({ practice, serviceId, people }),
      // Without the choice, the appointment is with anyone who is free.
      (error: unknown) => console.info('The team could not be loaded.', error),
    );
    return () => left.abort();
  }, [practice, serviceId, isFresh]);
  if (!isFound) return undefined;
  return found.people.length < 2 ? noPeople : found.people;
}

/** Whom the visitor would like to see: anyone, or a person, with what differs for them. */
export function ChoosePerson({
  people,
  service,
  staffId,
  formats,
  onChoose,
}: {
  people: readonly BookablePerson[];
  service: BookableService;
  staffId: number | null;
  formats: Formats;
  onChoose: (staffId: number | null) => void;
}) {
  if (people.length === 0) return null;
  const own = ({ price, duration_minutes: minutes }: BookablePerson): string =>
    [
      service.duration_varies ? formatDuration(minutes) : '',
      service.price_varies && price !== null ? formats.money(price) : '',
    ]
      .filter(Boolean)
      .join(' · ');
  const choices = [
    { id: null, label: 'Anyone', note: '' },
    ...people.map((person) => ({ id: person.id, label: person.name, note: own(person) })),
  ];
  return (
    <div className="mb-5">
      <Chips legend="Who would you like to see?" chips={choices} chosen={staffId} onChoose={onChoose} />
    </div>
  );
}
