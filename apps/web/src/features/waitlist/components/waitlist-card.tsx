import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

const shown = 3;

/** The waitlist at work: who waits, what is held, and what staff can offer. Nothing without a waitlist or anyone on it. */
export function WaitlistCard() {
  const formats = useFormats();
  const { data } = useQuery(actionQuery('waitlist', {}));
  if (data === undefined || data.mode === 'off') return null;
  const { wants, offers, freed_times: freed } = data;
  if (wants.length === 0 && offers.length === 0) return null;
  const open = offers.filter(({ state }) => state === 'open');
  const taken = offers.filter(({ state }) => state === 'taken');
  return (
    <Card
      title="Waitlist"
      actions={
        <ButtonLink size="small" to={paths.waitlist}>
          Open waitlist
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-2">
        <p className="figures">
          {[
            `${wants.length} waiting`,
            `${formats.count(open.length, 'offer')} held`,
            `${taken.length} filled since yesterday`,
            ...(freed.length > 0 ? [`${formats.count(freed.length, 'time')} to offer`] : []),
          ].join(' · ')}
        </p>
        {open.length > 0 ? (
          <ul className="figures flex flex-col gap-1 text-sm text-ink-soft">
            {open.slice(0, shown).map((offer) => (
              <li key={offer.offer_id} className="wrap-anywhere">
                {formats.shortDay(offer.booking_date)}, {formats.time(offer.booking_time)}: held for{' '}
                {offer.animal_name} ({offer.client_name}) until {formats.timeOf(offer.held_until)}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Card>
  );
}
