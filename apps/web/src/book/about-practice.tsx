import type { BookablePractice } from '@burrow/contracts/booking-page';
import type { ReactNode } from 'react';
import { openingRanges, writtenRanges } from '../features/portal/opening-hours.ts';
import { addressLines, mapLink } from '../lib/contact.ts';
import { formatPhone, phoneLink, type Formats } from '../lib/format.ts';
import { textLinkClass } from '../ui/text-link.ts';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-1.5 text-sm font-bold text-ink-soft">{title}</h2>
    {children}
  </section>
);

/** The hours of the week, in its order. */
function OpeningHours({ practice, formats }: { practice: BookablePractice; formats: Formats }) {
  const first = practice.week_starts_on === 'monday' ? 1 : 0;
  const order = [0, 1, 2, 3, 4, 5, 6].map((day) => (day + first) % 7);
  return (
    <dl className="flex flex-col gap-1">
      {order.map((day) => {
        const ranges = openingRanges(practice.business_hours, day);
        return (
          <div key={day} className="flex justify-between gap-4">
            <dt>{formats.weekdays[day]?.long}</dt>
            <dd className="figures text-right">
              {ranges.length === 0 ? (
                <span className="text-ink-soft">Closed</span>
              ) : (
                writtenRanges(ranges, formats.time)
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Closed({ holidays, formats }: { holidays: BookablePractice['holidays']; formats: Formats }) {
  return (
    <ul className="flex flex-col gap-1">
      {holidays.map(({ name, start_date: start, end_date: end }) => (
        <li key={start} className="flex justify-between gap-4">
          <span className="wrap-anywhere">{name}</span>
          <span className="figures shrink-0 text-right">
            {start === end
              ? formats.shortDay(start)
              : `${formats.shortDay(start)} – ${formats.shortDay(end)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Where the practice is, when it is open, and who works there. */
export function AboutPractice({ practice, formats }: { practice: BookablePractice; formats: Formats }) {
  const { tenant_name: name, address, phone, holidays, team } = practice;
  return (
    <aside
      aria-label={`About ${name}`}
      className="flex flex-col gap-5 rounded-lg border border-line bg-surface px-4 py-5 shadow-card sm:px-6 lg:sticky lg:top-6 lg:mt-[3.125rem]"
    >
      {address === null && phone === null ? null : (
        <Part title="Find us">
          {address === null ? null : (
            <p>
              <a href={mapLink(address)} target="_blank" rel="noopener noreferrer" className={textLinkClass}>
                {addressLines(address).join(', ')}
                <span className="sr-only"> (map, opens a new tab)</span>
              </a>
            </p>
          )}
          {phone === null ? null : (
            <p className="figures mt-1">
              <a href={phoneLink(phone)} className={`inline-block py-1 ${textLinkClass}`}>
                {formatPhone(phone)}
              </a>
            </p>
          )}
        </Part>
      )}
      <Part title="Opening hours">
        <OpeningHours practice={practice} formats={formats} />
      </Part>
      {holidays.length === 0 ? null : (
        <Part title="Closed on">
          <Closed holidays={holidays} formats={formats} />
        </Part>
      )}
      {team.length === 0 ? null : (
        <Part title="Our team">
          <p className="wrap-anywhere">{team.map((person) => person.name).join(', ')}</p>
        </Part>
      )}
      <p className="border-t border-line pt-4 text-sm">
        Already a client?{' '}
        <a href={`/app/cp?tenant=${practice.tenant_id}`} className={textLinkClass}>
          See your appointments
        </a>
      </p>
    </aside>
  );
}
