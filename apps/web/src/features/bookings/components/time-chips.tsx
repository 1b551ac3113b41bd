import { Fragment, useId } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';
import { QueryError } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import {
  partsOfDay,
  quarterOf,
  stillToCome,
  type Hour,
  type PartOfDay,
  type StartTime,
} from '../start-times.ts';
import { useFreeTimes, type DayOfTimes } from '../queries.ts';

// Aligns the quarters of each hour in columns.
const columns = ['col-start-1', 'col-start-2', 'col-start-3', 'col-start-4'];

/** One start time to choose; a taken one names the animal and can still be chosen. */
function Chip({
  name,
  start,
  chosen,
  onChoose,
}: {
  name: string;
  start: StartTime;
  chosen: boolean;
  onChoose: (time: string) => void;
}) {
  const { time } = useFormats();
  return (
    <label
      className={classNames(
        'flex min-h-9 cursor-pointer flex-col items-center justify-center rounded-md border px-1 text-center leading-tight select-none pointer-coarse:min-h-11',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
        'has-checked:border-brand has-checked:bg-brand has-checked:font-bold has-checked:text-on-brand',
        columns[quarterOf(start.time)],
        start.free
          ? 'border-edge/70 bg-surface hover:not-has-checked:bg-brand-soft'
          : 'border-transparent bg-sunken text-ink-soft hover:not-has-checked:border-edge/70',
      )}
    >
      <input
        type="radio"
        name={name}
        value={start.time}
        checked={chosen}
        onChange={() => onChoose(start.time)}
        className="sr-only"
      />
      <span className={classNames('figures', !start.free && 'line-through decoration-1')}>
        {time(start.time)}
      </span>
      {start.free ? null : start.busy_with === null ? (
        // The heading above says it for all of them.
        <span className="sr-only">{start.why}</span>
      ) : (
        <span className="w-full truncate text-xs" title={start.why ?? undefined}>
          <span className="sr-only">booked: </span>
          {start.busy_with}
        </span>
      )}
    </label>
  );
}

const hoursClass = 'grid gap-x-4 gap-y-1.5 @xl:grid-cols-2';
const hourClass = 'grid grid-cols-4 gap-1.5';

/** The start times of an hour, in one row unless they are closer than a quarter. */
function HourRow({
  name,
  hour,
  time,
  onTimeChange,
}: {
  name: string;
  hour: Hour;
  time: string;
  onTimeChange: (time: string) => void;
}) {
  return (
    <div className={hourClass}>
      {hour.times.map((start) => (
        <Chip
          key={start.time}
          name={name}
          start={start}
          chosen={start.time === time}
          onChoose={onTimeChange}
        />
      ))}
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" className="@container">
      <span className="sr-only">Loading free times...</span>
      <div className={hoursClass}>
        {Array.from({ length: 4 }, (_hour, hour) => (
          <div key={hour} className={hourClass}>
            {Array.from({ length: 4 }, (_chip, chip) => (
              <Skeleton key={chip} className="h-9 pointer-coarse:h-11" />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Why times are not free, other than because of appointments; each reason once. */
const reasonsIn = ({ hours }: PartOfDay): string[] => [
  ...new Set(
    hours.flatMap(({ times }) =>
      times.flatMap(({ free, busy_with: animal, why }) => (free || animal !== null ? [] : (why ?? []))),
    ),
  ),
];

/** The start times of a day to choose from, the taken ones marked. */
export function TimeChips({
  day,
  time,
  onTimeChange,
}: {
  day: DayOfTimes;
  /** The chosen time, '' for none. */
  time: string;
  onTimeChange: (time: string) => void;
}) {
  const name = useId();
  const formats = useFormats();
  const answer = useFreeTimes(day);
  if (answer.isPending) return <Waiting />;
  if (!answer.data) {
    return <QueryError query={answer} title="Couldn’t load the free times" />;
  }
  const parts = partsOfDay(stillToCome(answer.data.times));
  return (
    <fieldset
      aria-busy={answer.isPlaceholderData || undefined}
      className={classNames(
        '@container flex flex-col gap-3 transition-opacity',
        answer.isPlaceholderData && 'opacity-50',
      )}
    >
      <legend className="sr-only">Free times on {formats.longDay(answer.data.date)}</legend>
      {answer.data.holiday === null ? null : (
        <p className="rounded-md bg-pending-soft px-3 py-2 text-sm">
          <span className="font-semibold">Holiday: {answer.data.holiday}.</span> The practice is closed on
          this day.
        </p>
      )}
      {parts.length === 0 ? (
        <p className="text-ink-soft">
          {answer.data.closed ? 'The practice is closed on this day.' : 'No times left on this day.'}
        </p>
      ) : null}
      {parts.map((part) => (
        <div key={part.name} className="flex flex-col gap-1.5">
          <p className="text-sm text-ink-soft">
            <span className="font-semibold">{part.name}</span>
            {reasonsIn(part).map((reason) => (
              <Fragment key={reason}> · {reason}</Fragment>
            ))}
          </p>
          <div className={hoursClass}>
            {part.hours.map((hour) => (
              <HourRow key={hour.hour} name={name} hour={hour} time={time} onTimeChange={onTimeChange} />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
