import type { RotaConflict } from '@burrow/contracts/rota-conflict';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { rowLinkMark } from '../../../ui/row-keys.ts';
import { rowLinkClass } from '../../../ui/table.tsx';
import { Link } from 'react-router-dom';

/** Appointments that do not agree with the rota, with what is wrong; each leads to its page. */
export function ConflictRows({
  label,
  appointments,
  inNewTab = false,
}: {
  label: string;
  appointments: readonly RotaConflict[];
  /** From a form, which would lose what was entered. */
  inNewTab?: boolean;
}) {
  const formats = useFormats();
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {appointments.map((appointment) => (
        <li
          key={appointment.booking_id}
          className="relative grid gap-x-4 gap-y-0.5 px-4 py-2 hover:bg-sunken/60 has-focus-visible:bg-sunken/60 sm:grid-cols-[9rem_1fr]"
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
        </li>
      ))}
    </ul>
  );
}
