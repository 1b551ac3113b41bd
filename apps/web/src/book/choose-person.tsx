import type { BookablePerson, BookableService, BookingPageView } from '@burrow/contracts/booking-page';
import { useEffect, useId, useState } from 'react';
import { formatDuration, type Formats } from '../lib/format.ts';
import { call } from './call.ts';

/** The people who can be chosen for a service; none until they are read, and when there is nothing to choose. */
export function usePeople(view: BookingPageView, serviceId: number | null): readonly BookablePerson[] {
  const { tenant_id: tenantId } = view.practice;
  const [found, setFound] = useState({ serviceId: view.service_id, people: view.people });
  const isFound = found.serviceId === serviceId;
  useEffect(() => {
    if (serviceId === null || isFound) return undefined;
    const left = new AbortController();
    call('book/staff', { tenant_id: tenantId, service_id: serviceId }, { signal: left.signal }).then(
      (people) => setFound({ serviceId, people }),
      // Without the choice, the appointment is with anyone who is free.
      (error: unknown) => console.info('The team could not be loaded.', error),
    );
    return () => left.abort();
  }, [tenantId, serviceId, isFound]);
  const people = isFound ? found.people : [];
  return people.length < 2 ? [] : people;
}

const option =
  'flex min-h-11 cursor-pointer flex-col justify-center rounded-md border border-edge/70 bg-surface px-3.5 py-1.5 leading-tight select-none hover:not-has-checked:bg-brand-soft has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand';

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
  const name = useId();
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
    <fieldset className="mb-5">
      <legend className="mb-1.5 text-sm font-semibold">Who would you like to see?</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ id, label, note }) => (
          <label key={id ?? 0} className={option}>
            <input
              type="radio"
              name={name}
              checked={id === staffId}
              onChange={() => onChoose(id)}
              className="sr-only"
            />
            <span className="font-semibold wrap-anywhere">{label}</span>
            {note === '' ? null : <span className="figures text-xs">{note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
