import type { Visit } from '@burrow/contracts/attendance';
import { stageSince, type BookingStage } from '@burrow/contracts/booking-stage';
import { ArrowLeft } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isMissed } from '../../../lib/booking-time.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { useInstant, useNow } from '../../../lib/use-now.ts';
import { classNames } from '../../../ui/class-names.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { useLiveUpdates } from '../../notifications/use-live-updates.ts';
import { VisitAlerts } from '../components/visit-alerts.tsx';
import { useBookingsHere } from '../queries.ts';
import { minutesSince } from '../stage-steps.ts';
import { waitedText } from '../stage-words.ts';

/** How many of the expected appointments are shown. */
const expectedShown = 6;

const columns: readonly { stage: BookingStage; title: string; tone: string }[] = [
  { stage: 'arrived', title: 'Waiting', tone: 'bg-pending-soft text-pending' },
  { stage: 'with', title: 'With staff', tone: 'bg-progress-soft text-progress' },
  { stage: 'ready', title: 'Ready to collect', tone: 'bg-confirmed-soft text-confirmed' },
];

function VisitCard({ visit }: { visit: Visit }) {
  const now = useInstant();
  const since = stageSince(visit);
  const details = [visit.stage === 'with' ? null : visit.staff_member, visit.service];
  return (
    <li className="flex flex-col gap-1.5 rounded-lg border border-line bg-surface p-4 shadow-card">
      <div className="flex items-start gap-3">
        <SpeciesIcon species={visit.species} framed className="max-sm:hidden" />
        <div className="min-w-0 flex-1">
          <p className="text-2xl leading-tight font-bold wrap-anywhere 2xl:text-3xl">{visit.animal_name}</p>
          <p className="text-lg text-ink-soft wrap-anywhere">{visit.client_name}</p>
        </div>
        {since === null ? null : (
          <p className="figures shrink-0 text-2xl leading-tight font-bold 2xl:text-3xl">
            {waitedText(minutesSince(since, now))}
          </p>
        )}
      </div>
      {visit.stage === 'with' ? (
        <p className="text-lg font-semibold text-progress">With {visit.staff_member ?? 'staff'}</p>
      ) : null}
      <p className="text-lg empty:hidden">{details.filter(Boolean).join(' · ')}</p>
      <VisitAlerts visit={{ ...visit, balance_due: null }} size="large" />
    </li>
  );
}

function Column({
  title,
  tone,
  count,
  children,
}: {
  title: string;
  tone: string;
  count: number;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex min-w-0 flex-col gap-3">
      <h2
        id={headingId}
        className={classNames(
          'flex items-baseline justify-between gap-3 rounded-lg px-4 py-2.5 text-2xl font-bold',
          tone,
        )}
      >
        {title}
        <span className="figures">{count}</span>
      </h2>
      {count === 0 ? <p className="px-4 text-lg text-ink-soft">No one</p> : children}
    </section>
  );
}

function Expected({ visits }: { visits: readonly Visit[] }) {
  const formats = useFormats();
  const headingId = useId();
  if (visits.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-auto border-t border-line pt-4">
      <h2 id={headingId} className="text-xl font-bold">
        Expected
      </h2>
      <ul className="mt-2 grid gap-x-6 gap-y-1.5 text-lg sm:grid-cols-2 xl:grid-cols-3">
        {visits.slice(0, expectedShown).map((visit) => (
          <li key={visit.id} className="flex min-w-0 gap-3">
            <span className="figures font-bold">{formats.time(visit.booking_time)}</span>
            <span className="min-w-0 truncate">
              <span className="font-semibold">{visit.animal_name}</span>
              <span className="text-ink-soft"> · {visit.client_name}</span>
            </span>
          </li>
        ))}
      </ul>
      {visits.length > expectedShown ? (
        <p className="mt-1.5 text-lg text-ink-soft">{`and ${visits.length - expectedShown} more today`}</p>
      ) : null}
    </section>
  );
}

/** Who is at the practice, for a second screen (/admin/board). It updates itself as the desk records stages. */
export function BoardPage() {
  usePage('Board');
  const practice = usePractice();
  const formats = useFormats();
  const now = useNow();
  useLiveUpdates();
  const query = useBookingsHere();
  return (
    <main className="flex min-h-dvh flex-col gap-5 bg-paper p-4 lg:p-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link
          to={paths.dashboard}
          aria-label="Back to the dashboard"
          className="inline-grid size-11 place-items-center rounded-md text-ink-soft hover:bg-sunken"
        >
          <ArrowLeft aria-hidden="true" />
        </Link>
        <h1 className="min-w-0 flex-1 truncate text-2xl font-bold">{practice?.tenant_name}</h1>
        <p className="figures text-2xl font-bold">
          <span className="max-sm:hidden">{formats.longDay(now.slice(0, 10))}, </span>
          {formats.time(now.slice(11))}
        </p>
      </header>
      <QueryView query={query} skeleton={<SkeletonRows rows={6} />} failure="Couldn’t load the board">
        {({ here, expected }) => (
          <>
            <div className="grid items-start gap-5 md:grid-cols-3">
              {columns.map(({ stage, title, tone }) => {
                const visits = here.filter((visit) => visit.stage === stage);
                return (
                  <Column key={stage} title={title} tone={tone} count={visits.length}>
                    <ul className="flex flex-col gap-3">
                      {visits.map((visit) => (
                        <VisitCard key={visit.id} visit={visit} />
                      ))}
                    </ul>
                  </Column>
                );
              })}
            </div>
            <Expected visits={expected.filter((visit) => !isMissed(visit, now))} />
          </>
        )}
      </QueryView>
    </main>
  );
}
