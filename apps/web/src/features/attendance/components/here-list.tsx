import type { Visit } from '@burrow/contracts/attendance';
import { useId, useState, type ReactNode } from 'react';
import { isMissed } from '../../../lib/booking-time.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { useBookingsHere } from '../queries.ts';
import { StageBadge } from './stage-badge.tsx';
import { StageControls } from './stage-controls.tsx';
import { VisitAlerts } from './visit-alerts.tsx';

/** How many of those who are expected are shown at first. */
const expectedShown = 6;

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="flex items-baseline gap-2 pb-1 font-bold">
        {title}
        <span className="figures text-sm font-semibold text-ink-soft">{count}</span>
      </h3>
      {children}
    </section>
  );
}

interface VisitProps {
  visit: Visit;
  onOpen: (id: number) => void;
}

/** Who it is, as a button that shows the appointment. */
const Who = ({ visit, onOpen }: VisitProps) => (
  <button
    type="button"
    onClick={() => onOpen(visit.id)}
    className="flex min-h-6 min-w-0 flex-1 items-center gap-1.5 rounded-sm text-left hover:underline pointer-coarse:min-h-11"
  >
    <SpeciesIcon species={visit.species} className="size-4 shrink-0 text-ink-soft" />
    <span className="min-w-0 truncate">
      <strong>{visit.animal_name}</strong>
      <span className="text-ink-soft"> · {visit.client_name}</span>
    </span>
  </button>
);

/** A visit in progress: the stage, since when, with whom and for what, and what comes next. */
function HereRow({ visit, onOpen }: VisitProps) {
  const details = [visit.stage === 'with' ? null : visit.staff_member, visit.service].filter(Boolean);
  return (
    <li className="flex flex-col gap-1 py-2">
      <Who visit={visit} onOpen={onOpen} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StageBadge booking={visit} />
        <span className="min-w-0 truncate text-sm text-ink-soft">{details.join(' · ')}</span>
      </div>
      <VisitAlerts visit={visit} />
      <StageControls booking={visit} />
    </li>
  );
}

/** An appointment that is still expected today: arrival is one click. */
function ExpectedRow({ visit, missed, onOpen }: VisitProps & { missed: boolean }) {
  const formats = useFormats();
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex items-center gap-2">
        <span className="figures text-sm font-semibold">{formats.time(visit.booking_time)}</span>
        <Who visit={visit} onOpen={onOpen} />
        {missed ? <Badge tone="attention-strong">MISSED?</Badge> : null}
      </div>
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-sm text-ink-soft">
          {visit.staff_member ?? 'Not assigned'}
        </span>
        <StageControls booking={visit} />
      </div>
    </li>
  );
}

function Expected({ visits, onOpen }: { visits: readonly Visit[]; onOpen: (id: number) => void }) {
  const now = useNow();
  const [isWhole, setIsWhole] = useState(false);
  const missed = visits.filter((visit) => isMissed(visit, now));
  // Those who may still come first.
  const ordered = [...visits.filter((visit) => !missed.includes(visit)), ...missed];
  const shown = isWhole ? ordered : ordered.slice(0, expectedShown);
  return (
    <Group title="Expected" count={visits.length}>
      {visits.length === 0 ? <p className="text-sm text-ink-soft">No more appointments today.</p> : null}
      <ul className="divide-y divide-line">
        {shown.map((visit) => (
          <ExpectedRow key={visit.id} visit={visit} missed={missed.includes(visit)} onOpen={onOpen} />
        ))}
      </ul>
      {shown.length < visits.length ? (
        <Button size="small" variant="quiet" onClick={() => setIsWhole(true)}>
          Show all {visits.length}
        </Button>
      ) : null}
    </Group>
  );
}

/** Who is here and since when, and who is expected today; live. */
export function HereList({ onOpen }: { onOpen: (id: number) => void }) {
  const query = useBookingsHere();
  return (
    <QueryView
      query={query}
      skeleton={<SkeletonRows rows={4} />}
      failure="Couldn’t load the list of who’s here"
    >
      {({ here, expected }) => (
        <div className="flex flex-col gap-4">
          <Group title="Here" count={here.length}>
            {here.length === 0 ? <p className="text-sm text-ink-soft">No one is here yet.</p> : null}
            <ul className="divide-y divide-line">
              {here.map((visit) => (
                <HereRow key={visit.id} visit={visit} onOpen={onOpen} />
              ))}
            </ul>
          </Group>
          <Expected visits={expected} onOpen={onOpen} />
        </div>
      )}
    </QueryView>
  );
}
