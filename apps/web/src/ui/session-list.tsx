import { MonitorSmartphone } from 'lucide-react';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { FormProblem } from './form-problem.tsx';

/** A session, formatted. */
export interface ShownSession {
  id: number;
  /** Browser and system. */
  name: string;
  /** Where and when it was used. */
  details: string;
  /** Whether it is the current session. */
  current: boolean;
}

/** Sessions, one per line, each with a button that ends it, except the current one. */
export function SessionList({
  sessions,
  endLabel,
  endingId,
  onEnd,
}: {
  sessions: readonly ShownSession[];
  endLabel: string;
  /** The session that is being ended. */
  endingId: number | null;
  onEnd: (id: number) => void;
}) {
  return (
    <ul className="divide-y divide-line">
      {sessions.map(({ id, name, details, current }) => (
        <li key={id} className="flex items-center gap-3 py-2.5">
          <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
              {name}
              {current ? <Badge tone="brand">This session</Badge> : null}
            </p>
            <p className="figures text-sm wrap-anywhere text-ink-soft">{details}</p>
          </div>
          {current ? null : (
            <Button
              size="small"
              variant="attention-secondary"
              busy={endingId === id}
              aria-label={`${endLabel}: ${name}`}
              onClick={() => onEnd(id)}
            >
              {endLabel}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface OwnSession {
  id: number;
  label: string | null;
  network: string | null;
  /** The practices it is for, where a person may have several. */
  tenant_name?: string | null;
  last_used_at: string;
  current: boolean;
}

/** A person's own open sessions, which they end one by one, or all but the one that is looking. */
export function OwnSessionList({
  sessions,
  dateTime,
  ending,
  problem,
  onEnd,
}: {
  sessions: readonly OwnSession[];
  dateTime: (instant: string) => string;
  /** What is being ended now. */
  ending: number | 'others' | null;
  /** Why something could not be ended. */
  problem: string | null;
  onEnd: (which: number | 'others') => void;
}) {
  const shown = sessions.map(({ id, label, network, tenant_name, last_used_at, current }) => ({
    id,
    name: label ?? 'Unknown device',
    details: [tenant_name, network && `network ${network}`, `last used ${dateTime(last_used_at)}`]
      .filter(Boolean)
      .join(' · '),
    current,
  }));
  return (
    <div className="flex flex-col gap-2">
      <SessionList
        sessions={shown}
        endLabel="Sign out"
        endingId={ending === 'others' ? null : ending}
        onEnd={onEnd}
      />
      <FormProblem>{problem}</FormProblem>
      {sessions.some(({ current }) => !current) ? (
        <div>
          <Button variant="attention-secondary" busy={ending === 'others'} onClick={() => onEnd('others')}>
            Sign out everywhere else
          </Button>
        </div>
      ) : (
        <p className="text-sm text-ink-soft">You aren’t signed in anywhere else.</p>
      )}
    </div>
  );
}
