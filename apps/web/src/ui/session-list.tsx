import { KeyRound, MonitorSmartphone } from 'lucide-react';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';

/** A session, or another key, formatted. */
export interface ShownSession {
  id: number;
  /** Browser and system. */
  name: string;
  /** Where and when it was used. */
  details: string;
  kind: 'session' | 'integration';
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
      {sessions.map(({ id, name, details, kind, current }) => {
        const Icon = kind === 'session' ? MonitorSmartphone : KeyRound;
        return (
          <li key={id} className="flex items-center gap-3 py-2.5">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
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
        );
      })}
    </ul>
  );
}
