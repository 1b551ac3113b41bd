import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { classNames } from '../../../ui/class-names.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { DayContent, isHatched } from './day-content.tsx';

const days = 14;

/** A person's own hours over the next two weeks. */
export function OwnRota({ staffId }: { staffId: number }) {
  const formats = useFormats();
  const query = useQuery(actionQuery('rota', { from: formats.today(), days }));
  return (
    <QueryView query={query} skeleton={<SkeletonRows rows={4} />} failure="Couldn’t load your rota">
      {({ people, practice }) => {
        const person = people.find((one) => one.staff_id === staffId);
        if (!person) return <p className="text-ink-soft">You have no working hours.</p>;
        return (
          <ul
            aria-label="Your next two weeks"
            className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-7"
          >
            {person.days.map((day, n) => (
              <li
                key={day.date}
                className={classNames(
                  'flex items-baseline justify-between gap-3 bg-surface px-3 py-1.5',
                  isHatched(day, practice[n]) && 'hatched',
                )}
              >
                <span className="whitespace-nowrap">{formats.shortDay(day.date)}</span>
                <span className="text-right">
                  <DayContent day={day} practice={practice[n]} />
                </span>
              </li>
            ))}
          </ul>
        );
      }}
    </QueryView>
  );
}
