import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { rowLinkMark } from './row-keys.ts';
import { rowLinkClass } from './table.tsx';

export interface AppointmentListItem {
  id: number;
  /** The appointment's page. */
  to: string;
  day: string;
  time: string;
  /** The service. */
  title: string;
  /** The animal, staff member and the like. */
  details: string;
  price: string;
  badge: ReactNode;
}

/** A list of appointments, each a link to its page. */
export function AppointmentList({ label, items }: { label: string; items: readonly AppointmentListItem[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {items.map((item) => (
        <li
          key={item.id}
          className="relative grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2.5 print:py-1.5 hover:bg-sunken/60 has-focus-visible:bg-sunken/60 sm:grid-cols-[7rem_1fr_4.75rem_9.75rem] print:grid-cols-[7rem_1fr_4.75rem_9.75rem]"
        >
          <div className="figures max-sm:flex max-sm:gap-2 max-sm:text-sm max-sm:text-ink-soft print:block">
            <p className="sm:font-semibold">{item.day}</p>
            <p className="sm:text-sm sm:text-ink-soft">{item.time}</p>
          </div>
          <div className="min-w-0">
            <Link to={item.to} className={rowLinkClass} {...rowLinkMark(item.id)}>
              {item.title}
            </Link>
            <p className="truncate text-sm text-ink-soft">{item.details}</p>
          </div>
          <p className="figures text-right">{item.price}</p>
          <div className="justify-self-end max-sm:col-start-2 max-sm:row-start-1 print:col-auto print:row-auto">
            {item.badge}
          </div>
        </li>
      ))}
    </ul>
  );
}
