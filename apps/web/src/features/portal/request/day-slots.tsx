import type { PortalDay } from '@burrow/contracts/portal-booking';
import { useId, type Ref } from 'react';
import { weekdayOf } from '@burrow/contracts/calendar-day';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { openingRanges, writtenRanges } from '../opening-hours.ts';
import { usePortalFormats, usePortalPractice } from '../portal-practice.ts';
import { usePortalNow } from '../use-portal-now.ts';
import { shownSlots } from './day-status.ts';

const gridClass = 'grid grid-cols-3 gap-2 min-[26rem]:grid-cols-4 sm:grid-cols-3';

type Slot = PortalDay['times'][number];

/** One time: available, or busy and disabled. */
function SlotChip({
  name,
  slot,
  chosen,
  onChoose,
}: {
  name: string;
  slot: Slot;
  chosen: boolean;
  onChoose: (time: string) => void;
}) {
  const { time } = usePortalFormats();
  return (
    <label
      className={classNames(
        'flex min-h-12 flex-col items-center justify-center rounded-md border px-1 text-center leading-tight select-none',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
        'has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand',
        slot.free
          ? 'cursor-pointer border-edge/70 bg-surface hover:not-has-checked:bg-brand-soft'
          : 'cursor-not-allowed border-transparent bg-sunken text-ink-soft',
      )}
    >
      <input
        type="radio"
        name={name}
        value={slot.time}
        checked={chosen}
        disabled={!slot.free}
        onChange={() => onChoose(slot.time)}
        className="sr-only"
      />
      <span className={classNames('figures font-semibold', !slot.free && 'line-through decoration-1')}>
        {time(slot.time)}
      </span>
      <span className="text-xs">
        <span className="sr-only">, </span>
        {slot.free ? 'Available' : 'Busy'}
      </span>
    </label>
  );
}

/** About as many placeholders as a day has times; the text below says that they are loading. */
const Waiting = () => (
  <div aria-hidden="true" className={gridClass}>
    {Array.from({ length: 6 }, (_slot, slot) => (
      <Skeleton key={slot} className="h-12" />
    ))}
  </div>
);

/** The chosen day and its opening hours. */
function DayHeading({
  date,
  isHoliday,
  heading,
}: {
  date: string;
  isHoliday: boolean;
  heading: Ref<HTMLHeadingElement>;
}) {
  const formats = usePortalFormats();
  const practice = usePortalPractice();
  const ranges = openingRanges(practice?.business_hours ?? '{}', weekdayOf(date));
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="scroll-mt-4 font-bold outline-none">
        Available Times for {formats.longDay(date)}
      </h3>
      {ranges.length > 0 && !isHoliday ? (
        <p className="text-sm text-ink-soft">
          Business hours for {formats.weekdays[weekdayOf(date)]?.long}:{' '}
          <span className="figures">{writtenRanges(ranges, formats.time)}</span>
        </p>
      ) : null}
    </>
  );
}

export interface DaySlotsProps {
  date: string;
  /** Undefined while it loads. */
  day: PortalDay | undefined;
  /** False while the times are for another service. */
  isCurrent: boolean;
  /** The chosen time, '' for none. */
  time: string;
  onTimeChange: (time: string) => void;
  heading: Ref<HTMLHeadingElement>;
}

/** The times of the chosen day to choose from. */
export function DaySlots({ date, day, isCurrent, time, onTimeChange, heading }: DaySlotsProps) {
  const name = useId();
  const { longDay } = usePortalFormats();
  const now = usePortalNow();
  const slots = day && shownSlots(day, now);
  return (
    <>
      <DayHeading date={date} isHoliday={day?.state === 'holiday'} heading={heading} />
      {slots === undefined ? (
        <Waiting />
      ) : slots.length === 0 ? null : (
        <fieldset
          aria-busy={!isCurrent || undefined}
          className={classNames(gridClass, 'transition-opacity', !isCurrent && 'opacity-50')}
        >
          <legend className="sr-only">Time on {longDay(date)}</legend>
          {slots.map((slot) => (
            <SlotChip
              key={slot.time}
              name={name}
              slot={slot}
              chosen={slot.time === time}
              onChoose={onTimeChange}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
