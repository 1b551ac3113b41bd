import { useEffect, useRef, useState } from 'react';
import { monthOf } from '@burrow/contracts/calendar-day';
import { QueryError } from '../../../ui/query-view.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { usePortalNow } from '../use-portal-now.ts';
import type { Availability, TimeChoice } from './use-availability.ts';
import { DaySlots } from './day-slots.tsx';
import { dayStatus, type DayStatus } from './day-status.ts';
import { MonthCalendar } from './month-calendar.tsx';

const noDay: DayStatus = { text: 'Choose a day to see the available times.', isSeen: true };
const isMissing = ({ data, isError }: Availability) => isError && data === undefined;
const notRead: DayStatus = { text: '', isSeen: false };

/** A month that could not be loaded. */
const MonthFailed = ({ month }: { month: Availability }) => (
  <QueryError query={month} title="Failed to load booking information" boxed />
);

/** Says that the chosen time was taken, or is too short for a service chosen later. */
function TimeLost({ time, serviceName }: { time: string | null; serviceName: string | null }) {
  const formats = usePortalFormats();
  const whatFor = serviceName === null ? '' : ` for ${serviceName}`;
  return (
    <p role="status" className={time === null ? 'sr-only' : 'rounded-md bg-pending-soft px-3 py-2 text-sm'}>
      {time === null ? '' : `${formats.time(time)} is not available${whatFor}. Please choose another time.`}
    </p>
  );
}

/** The times of the chosen day, or why there are none. */
function Times({
  request: { draft, change, day, month, chosen, isCurrent, isLost },
  serviceName,
  justChosen,
}: {
  request: TimeChoice;
  serviceName: string | null;
  justChosen: string;
}) {
  const { longDay } = usePortalFormats();
  const now = usePortalNow();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a phone, the times of a day are below the visible part of the page.
    if (justChosen !== '') heading.current?.scrollIntoView({ block: 'nearest' });
  }, [justChosen]);
  const { date } = draft;
  const failed = isMissing(chosen);
  const status = failed ? notRead : date === '' ? noDay : dayStatus(day, now, longDay(date));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {failed && date !== '' && monthOf(date) !== month ? <MonthFailed month={chosen} /> : null}
      {failed || date === '' ? null : (
        <DaySlots
          heading={heading}
          date={date}
          day={day}
          isCurrent={isCurrent}
          time={isLost ? '' : draft.time}
          onTimeChange={(time) => change({ time })}
        />
      )}
      <p role="status" className={status.isSeen ? 'text-ink-soft' : 'sr-only'}>
        {status.text}
      </p>
      <TimeLost time={isLost ? draft.time : null} serviceName={serviceName} />
    </div>
  );
}

/** The month, and the times of the chosen day. */
export function WhenFields({ request, serviceName }: { request: TimeChoice; serviceName: string | null }) {
  const { draft, change, month, setMonth, shown, errors } = request;
  const [justChosen, setJustChosen] = useState('');
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
        <div>
          <MonthCalendar
            availability={shown}
            month={month}
            date={draft.date}
            onMonthChange={setMonth}
            onDateChange={(date) => {
              setJustChosen(date);
              if (date !== draft.date) change({ date, time: '' });
            }}
          />
          {isMissing(shown) ? <MonthFailed month={shown} /> : null}
        </div>
        <Times request={request} serviceName={serviceName} justChosen={justChosen} />
      </div>
      {errors?.when === undefined ? null : (
        <p
          data-wrong
          tabIndex={-1}
          role="alert"
          className="scroll-mt-24 text-sm font-medium text-attention outline-none"
        >
          {errors.when}
        </p>
      )}
    </div>
  );
}
