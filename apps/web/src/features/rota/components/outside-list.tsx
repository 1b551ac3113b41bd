import type { RotaConflict } from '@burrow/contracts/rota-conflict';
import { ConflictRows } from './conflict-rows.tsx';

/** How a question names what a change does to appointments. */
export interface OutsideWords {
  title: (outside: number) => string;
  /** The accessible name of the list. */
  list: string;
  advice: string;
}

export const rotaWords: OutsideWords = {
  title: (outside) =>
    outside === 1
      ? '1 appointment would be outside the rota'
      : `${outside} appointments would be outside the rota`,
  list: 'Appointments outside the rota',
  advice: 'Nothing is cancelled: move these appointments, notify their clients, or keep them.',
};

/** The first of the appointments that a change leaves outside the rota or without a room; nothing without any. */
export function OutsideList({
  outside,
  appointments,
  label,
}: {
  /** How many there are. */
  outside: number;
  appointments: readonly RotaConflict[];
  label: string;
}) {
  if (outside === 0) return null;
  return (
    <div className="max-h-72 overflow-y-auto rounded-md border border-line">
      <ConflictRows label={label} appointments={appointments} inNewTab />
      {appointments.length < outside ? (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-soft">
          and {outside - appointments.length} more
        </p>
      ) : null}
    </div>
  );
}
