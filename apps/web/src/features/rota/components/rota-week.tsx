import type { RotaPerson, RotaPersonDay, RotaPracticeDay } from '@burrow/contracts/rota';
import { useFormats } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Table, Th } from '../../../ui/table.tsx';
import { absenceLabels } from '../absence-words.ts';
import { isWholeDay } from '../rota-days.ts';
import { DayContent, isHatched } from './day-content.tsx';

/** Why the practice is closed on a day; null when it is open. */
export const closedReason = ({ holiday, absences, opening }: RotaPracticeDay): string | null => {
  const absence = absences.find(isWholeDay);
  if (holiday !== null) return holiday;
  if (absence) return absence.note ?? absenceLabels[absence.kind];
  return opening.length === 0 ? 'Closed' : null;
};

interface Editing {
  onDay: (person: RotaPerson, day: RotaPersonDay) => void;
  onPerson: (person: RotaPerson) => void;
}

/** The name of a person, which opens their working hours. */
export function PersonName({
  person,
  onPerson,
}: {
  person: RotaPerson;
  onPerson: ((person: RotaPerson) => void) | undefined;
}) {
  const name = (
    <>
      <span
        aria-hidden="true"
        className="mt-1 size-2.5 shrink-0 rounded-full border border-edge/50"
        style={person.color === null ? undefined : { backgroundColor: person.color }}
      />
      <span className="min-w-0 wrap-anywhere">{person.name}</span>
    </>
  );
  if (!onPerson) return <span className="flex gap-2 px-3 py-2 font-semibold">{name}</span>;
  return (
    <button
      type="button"
      title="Working hours"
      aria-label={`${person.name}: working hours`}
      onClick={() => onPerson(person)}
      className="flex w-full gap-2 px-3 py-2 text-left font-semibold hover:bg-sunken/60 focus-visible:-outline-offset-2"
    >
      {name}
    </button>
  );
}

/** A week: people under each other, days beside each other. */
export function RotaWeek({
  practice,
  people,
  editing,
}: {
  practice: readonly RotaPracticeDay[];
  people: readonly RotaPerson[];
  editing: Editing | undefined;
}) {
  const formats = useFormats();
  const today = formats.today();
  const practiceOn = new Map(practice.map((day) => [day.date, day]));
  return (
    <Table caption="Who works when" className="table-fixed text-sm">
      <thead>
        <tr>
          <Th className="w-36 px-3! whitespace-normal">Person</Th>
          {practice.map((day) => (
            <Th
              key={day.date}
              aria-current={day.date === today ? 'date' : undefined}
              className={classNames(
                'w-27 border-l px-2! align-top whitespace-normal',
                day.date === today && 'text-brand',
              )}
            >
              {formats.shortDay(day.date)}
              <span className="block font-normal">{closedReason(day)}</span>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.staff_id} className="border-b border-line last:border-b-0">
            <th scope="row" className="p-0 text-left align-top">
              <PersonName person={person} onPerson={editing?.onPerson} />
            </th>
            {person.days.map((day) => {
              const content = <DayContent day={day} practice={practiceOn.get(day.date)} />;
              return (
                <td
                  key={day.date}
                  className={classNames(
                    'h-px border-l border-line p-0 align-top',
                    isHatched(day, practiceOn.get(day.date)) && 'hatched',
                  )}
                >
                  {editing ? (
                    <button
                      type="button"
                      onClick={() => editing.onDay(person, day)}
                      className="flex size-full min-h-10 flex-col items-start px-2 py-2 text-left hover:bg-brand-soft/70 focus-visible:-outline-offset-2"
                    >
                      <span className="sr-only">
                        {person.name}, {formats.shortDay(day.date)}:
                      </span>{' '}
                      {content}
                    </button>
                  ) : (
                    <div className="min-h-10 px-2 py-2">{content}</div>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
