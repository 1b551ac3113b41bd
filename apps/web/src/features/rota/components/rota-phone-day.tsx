import type { RotaPerson, RotaPersonDay, RotaPracticeDay } from '@burrow/contracts/rota';
import { CalendarCog } from 'lucide-react';
import { useFormats } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DayContent, isHatched } from './day-content.tsx';
import { closedReason } from './rota-week.tsx';

/** The days of the week to choose from. */
function DayTabs({
  practice,
  date,
  onChange,
}: {
  practice: readonly RotaPracticeDay[];
  date: string;
  onChange: (date: string) => void;
}) {
  const { weekdays, shortDay, today } = useFormats();
  return (
    <div role="group" aria-label="Day" className="grid grid-cols-7 border-b border-line">
      {practice.map((day, n) => (
        <button
          key={day.date}
          type="button"
          aria-pressed={day.date === date}
          onClick={() => onChange(day.date)}
          className={classNames(
            'figures flex min-h-12 flex-col items-center justify-center text-sm focus-visible:-outline-offset-2',
            day.date === date ? 'bg-brand text-on-brand' : day.date === today() && 'text-brand',
            day.date !== date && closedReason(day) !== null && 'hatched',
          )}
        >
          <span className="sr-only">{shortDay(day.date)}</span>
          <span aria-hidden="true" className="text-xs">
            {weekdays[(n + 1) % 7]?.short}
          </span>
          <span aria-hidden="true" className="font-semibold">
            {Number(day.date.slice(8))}
          </span>
        </button>
      ))}
    </div>
  );
}

/** One day of the week at a time, for a phone. */
export function RotaPhoneDay({
  practice,
  people,
  date,
  onDate,
  editing,
}: {
  practice: readonly RotaPracticeDay[];
  people: readonly RotaPerson[];
  date: string;
  onDate: (date: string) => void;
  editing:
    | {
        onDay: (person: RotaPerson, day: RotaPersonDay) => void;
        onPerson: (person: RotaPerson) => void;
      }
    | undefined;
}) {
  const formats = useFormats();
  const ofPractice = practice.find((day) => day.date === date);
  const closed = ofPractice ? closedReason(ofPractice) : null;
  return (
    <>
      <DayTabs practice={practice} date={date} onChange={onDate} />
      <p className="border-b border-line px-4 py-2 font-semibold">
        {formats.longDay(date)}
        {closed === null ? null : <span className="block font-normal text-ink-soft">{closed}</span>}
      </p>
      <ul aria-label={`Who works on ${formats.longDay(date)}`} className="divide-y divide-line">
        {people.flatMap((person) => {
          const day = person.days.find((one) => one.date === date);
          if (!day) return [];
          const content = (
            <span className="grid grid-cols-[1fr_auto] items-baseline gap-3">
              <span className="font-semibold wrap-anywhere">
                <span aria-hidden="true">{person.name}</span>
                <span className="sr-only">
                  {person.name}, {formats.shortDay(date)}:
                </span>
              </span>
              <span className="text-right">
                <DayContent day={day} practice={ofPractice} />
              </span>
            </span>
          );
          return (
            <li
              key={person.staff_id}
              className={classNames('flex items-stretch', isHatched(day, ofPractice) && 'hatched')}
            >
              {editing ? (
                <>
                  <button
                    type="button"
                    onClick={() => editing.onDay(person, day)}
                    className="min-h-12 flex-1 px-4 py-2.5 text-left focus-visible:-outline-offset-2"
                  >
                    {content}
                  </button>
                  <IconButton
                    label={`${person.name}: working hours`}
                    icon={<CalendarCog className="size-4.5" />}
                    className="mr-2 self-center"
                    onClick={() => editing.onPerson(person)}
                  />
                </>
              ) : (
                <div className="flex-1 px-4 py-2.5">{content}</div>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
