import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';

export interface FilterLink {
  label: string;
  to: string;
  active: boolean;
}

/** A filter as links side by side; the choice is stored in the address. */
export function FilterLinks({ label, links }: { label: string; links: readonly FilterLink[] }) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="inline-flex rounded-md border border-edge/70 bg-surface p-0.5">
        {links.map((link) => (
          <li key={link.label}>
            <Link
              to={link.to}
              replace
              preventScrollReset
              aria-current={link.active ? 'true' : undefined}
              className={classNames(
                'inline-flex min-h-8 items-center rounded-sm px-3 text-sm font-semibold whitespace-nowrap no-underline pointer-coarse:min-h-10',
                link.active ? 'bg-brand text-on-brand' : 'text-ink-soft hover:bg-sunken hover:text-ink',
              )}
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
