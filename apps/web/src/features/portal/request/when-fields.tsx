import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { DaySlots } from './day-slots.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import type { RequestState } from './use-request.ts';

/** The month, and the times of the day that is chosen in it. */
export function WhenFields({ request, serviceName }: { request: RequestState; serviceName: string | null }) {
  const { draft, change, month, setMonth, shown, day, isCurrent, isLost, errors } = request;
  const formats = usePortalFormats();
  const times = useRef<HTMLHeadingElement>(null);
  const [justChosen, setJustChosen] = useState('');
  useEffect(() => {
    // On a phone the times of a day lie below what can be seen of its month.
    if (justChosen !== '') times.current?.scrollIntoView({ block: 'nearest' });
  }, [justChosen]);
  if (shown.data === undefined && shown.isError) {
    return (
      <ErrorPanel
        title="Failed to load booking information"
        onRetry={() => void shown.refetch()}
        retrying={shown.isFetching}
      >
        {messageOf(shown.error, '')}
      </ErrorPanel>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
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
        {draft.date === '' ? (
          <p className="text-ink-soft max-sm:text-center">Choose a day to see its times.</p>
        ) : (
          <div className="flex min-w-0 flex-col gap-3">
            <DaySlots
              heading={times}
              date={draft.date}
              day={day}
              isCurrent={isCurrent}
              time={isLost ? '' : draft.time}
              onTimeChange={(time) => change({ time })}
            />
            <p role="status" className={isLost ? 'rounded-md bg-pending-soft px-3 py-2 text-sm' : 'sr-only'}>
              {isLost
                ? `${formats.time(draft.time)} is not available${serviceName === null ? '' : ` for ${serviceName}`}. Please choose another time.`
                : ''}
            </p>
          </div>
        )}
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
