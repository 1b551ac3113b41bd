import type { BookableMonth, BookingPageView } from '@burrow/contracts/booking-page';
import { addToMonth, monthOf } from '@burrow/contracts/calendar-day';
import { useEffect, useRef, useState } from 'react';
import { formatsOf, plural } from '../lib/format.ts';
import { buttonClass } from '../ui/button.tsx';
import { LostChoice } from './lost-choice.tsx';
import { MonthGrid } from './month-grid.tsx';
import type { Booking } from './use-booking.ts';
import { useMonths, type MonthAnswer } from './use-months.ts';

type Day = BookableMonth['days'][number];

const isRead = (month: MonthAnswer): month is BookableMonth => month !== undefined && 'days' in month;
const isOpen = ({ state }: Day): boolean => state === 'open';
const freeTimes = (day: Day | undefined): string[] =>
  (day?.times ?? []).filter(({ free }) => free).map(({ time }) => time);

/** The first month with a free time among those that the page came with; this month if there is none. */
function firstMonth(
  { months, practice, service_id: named }: BookingPageView,
  serviceId: number | null,
): string {
  const open = named === serviceId ? months.flatMap(({ days }) => days).find(isOpen) : undefined;
  return monthOf(open?.date ?? practice.today);
}

/** The free times of a day, as buttons. */
function Times({
  day,
  picked,
  times,
  booking,
  formats,
}: {
  day: string;
  /** The day that was pressed; '' while it is the first with free times. */
  picked: string;
  times: readonly string[];
  booking: Booking;
  formats: ReturnType<typeof formatsOf>;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a phone they are below the month.
    if (picked === day) heading.current?.scrollIntoView({ block: 'nearest' });
  }, [picked, day]);
  return (
    <div>
      <h3 ref={heading} className="mb-2 scroll-mt-4 font-bold">
        {formats.longDay(day)}
      </h3>
      <ul aria-label={`Free times on ${formats.longDay(day)}`} className="grid grid-cols-4 gap-2">
        {times.map((time) => (
          <li key={time}>
            <button
              type="button"
              onClick={() => booking.chooseTime(day, time)}
              className="figures min-h-11 w-full rounded-md border border-edge/70 bg-surface font-semibold hover:border-brand hover:bg-brand-soft"
            >
              {formats.time(time)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why there are no times, and what to do. */
function NoTimes({
  month,
  answer,
  onNext,
  onAgain,
  formats,
}: {
  month: string;
  answer: MonthAnswer;
  onNext: (() => void) | null;
  onAgain: () => void;
  formats: ReturnType<typeof formatsOf>;
}) {
  if (answer === undefined) return <p className="text-ink-soft">Loading free times...</p>;
  if (!isRead(answer)) {
    return (
      <div className="flex flex-col items-start gap-2">
        <p>{answer.problem}</p>
        <button type="button" onClick={onAgain} className={buttonClass('secondary', 'medium')}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <p>No free times in {formats.month(month)}.</p>
      {onNext === null ? null : (
        <button type="button" onClick={onNext} className={buttonClass('secondary', 'medium')}>
          Show {formats.month(addToMonth(month, 1))}
        </button>
      )}
    </div>
  );
}

/** The month and the free times of a day, for the chosen service and person. */
export function ChooseTime({ view, booking }: { view: BookingPageView; booking: Booking }) {
  const { practice } = view;
  const { draft, session, lost, gone, endSession } = booking;
  const formats = formatsOf(practice);
  const [month, setMonth] = useState(() =>
    draft.date === '' ? firstMonth(view, draft.serviceId) : monthOf(draft.date),
  );
  const [picked, setPicked] = useState(draft.date);
  const wanted = { serviceId: draft.serviceId, staffId: draft.staffId, apiKey: session?.auth.apiKey };
  const readPractice = () => {
    booking
      .readPractice()
      .catch((error: unknown) => console.info('The practice could not be read again.', error));
  };
  const { shownMonth, readAgain } = useMonths(view, wanted, month, lost !== null, endSession, readPractice);
  const days = isRead(shownMonth) ? shownMonth.days : [];
  const open = days.filter(isOpen);
  // The day that was picked; the nearest, if it has no free times.
  const shown = open.find(({ date }) => date >= picked) ?? open.at(-1);
  const times = freeTimes(shown);
  const latest = isRead(shownMonth) ? monthOf(shownMonth.latest) : undefined;
  const reason = gone === 'person' ? 'The person you chose is no longer available. Choose a new time.' : lost;
  return (
    <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-2">
      {reason === null ? null : (
        <div className="md:col-span-2">
          <LostChoice reason={reason} />
        </div>
      )}
      <div aria-busy={shownMonth === undefined || undefined}>
        <MonthGrid
          month={month}
          days={new Map(days.map((day) => [day.date, day]))}
          today={practice.today}
          latest={latest}
          shown={shown?.date ?? ''}
          weekStartsOn={practice.week_starts_on === 'monday' ? 1 : 0}
          formats={formats}
          onMonth={(next) => {
            setMonth(next);
            setPicked('');
          }}
          onDay={setPicked}
        />
      </div>
      <div className="min-w-0">
        {shown === undefined ? (
          <NoTimes
            month={month}
            answer={shownMonth}
            onNext={latest !== undefined && month >= latest ? null : () => setMonth(addToMonth(month, 1))}
            onAgain={() => readAgain(month)}
            formats={formats}
          />
        ) : (
          <Times day={shown.date} picked={picked} times={times} booking={booking} formats={formats} />
        )}
        <p role="status" className="sr-only">
          {shown === undefined
            ? ''
            : `${plural(times.length, 'free time')} on ${formats.longDay(shown.date)}`}
        </p>
      </div>
    </div>
  );
}
