import type { RotaConflict } from '@burrow/contracts/rota-conflict';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { rowLinkMark } from '../../../ui/row-keys.ts';
import { rowLinkClass } from '../../../ui/table.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Appointments that need attention, with what is wrong; each leads to its page. */
export function ConflictRows({
  label,
  appointments,
  inNewTab = false,
  action,
}: {
  label: string;
  appointments: readonly RotaConflict[];
  /** From a form, which would lose what was entered. */
  inNewTab?: boolean;
  /** Buttons at the end of a row. */
  action?: (appointment: RotaConflict) => ReactNode;
}) {
  const formats = useFormats();
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {appointments.map((appointment) => (
        <li
          key={appointment.booking_id}
          className="relative grid gap-x-4 gap-y-0.5 px-4 py-2 hover:bg-sunken/60 has-focus-visible:bg-sunken/60 sm:grid-cols-[9rem_1fr_auto]"
        >
          <p className="figures text-ink-soft">
            {formats.shortDay(appointment.booking_date)}, {formats.time(appointment.booking_time)}
          </p>
          <div className="min-w-0">
            <Link
              to={paths.booking(appointment.booking_id)}
              target={inNewTab ? '_blank' : undefined}
              className={rowLinkClass}
              {...rowLinkMark(appointment.booking_id)}
            >
              {appointment.animal_name}, {appointment.client_name}
              {inNewTab ? <span className="sr-only"> (opens in a new tab)</span> : null}
            </Link>
            <p className="text-sm text-ink-soft">
              {appointment.problems.map(({ message }) => message).join(' ')}
            </p>
          </div>
          {action ? (
            <div className="relative z-1 self-center max-sm:justify-self-start">{action(appointment)}</div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
