import type { OfferRow } from '@burrow/contracts/waitlist';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';

const states: Record<OfferRow['state'], { label: string; tone: BadgeTone }> = {
  open: { label: 'Held', tone: 'pending' },
  taken: { label: 'Taken', tone: 'confirmed' },
  declined: { label: 'Declined', tone: 'void' },
  lapsed: { label: 'No answer', tone: 'void' },
  withdrawn: { label: 'Withdrawn', tone: 'void' },
};

const sent: Record<OfferRow['message'], string> = {
  queued: 'message queued',
  sent: 'message sent',
  failed: 'message failed',
};

function Offer({ offer, onWithdraw }: { offer: OfferRow; onWithdraw: () => void }) {
  const formats = useFormats();
  const { label, tone } = states[offer.state];
  const when = `${formats.shortDay(offer.booking_date)}, ${formats.time(offer.booking_time)}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="figures flex flex-wrap items-center gap-2 font-semibold">
          {offer.booking_id === null ? (
            when
          ) : (
            <Link to={paths.booking(offer.booking_id)} className={textLinkClass}>
              {when}
            </Link>
          )}
          <Badge tone={tone}>{offer.paying ? 'Paying deposit' : label}</Badge>
        </p>
        <p className="wrap-anywhere">
          {offer.animal_name} ({offer.client_name}) · {offer.service}
          {offer.staff_member ? ` with ${offer.staff_member}` : ''}
        </p>
        <p className="figures text-sm text-ink-soft">
          {offer.state === 'open'
            ? `Held until ${formats.timeOf(offer.held_until)} · ${sent[offer.message]}`
            : offer.ended_at === null
              ? ''
              : `Ended at ${formats.timeOf(offer.ended_at)}`}
          {offer.made_by === null ? ' · automatic' : ` · offered by ${offer.made_by}`}
        </p>
      </div>
      {offer.state === 'open' ? (
        <Button size="small" onClick={onWithdraw}>
          Withdraw<span className="sr-only"> the offer to {offer.client_name}</span>
        </Button>
      ) : null}
    </li>
  );
}

/** The open offers, and those that ended in the last day. */
export function OffersCard({ offers }: { offers: readonly OfferRow[] }) {
  const [withdrawn, setWithdrawn] = useState<OfferRow | null>(null);
  return (
    <KeepFocus>
      <Card title="Offers" flush>
        {offers.length === 0 ? (
          <p className="px-4 py-3 text-ink-soft">No offers in the last day.</p>
        ) : (
          <ul className="divide-y divide-line">
            {offers.map((offer) => (
              <Offer key={offer.offer_id} offer={offer} onWithdraw={() => setWithdrawn(offer)} />
            ))}
          </ul>
        )}
        {withdrawn ? (
          <ConfirmCommand
            command="offer_withdraw"
            input={{ offer_id: withdrawn.offer_id }}
            title="Withdraw this offer?"
            confirmLabel="Withdraw"
            busyLabel="Withdrawing..."
            failure="Couldn’t withdraw the offer."
            onClose={() => setWithdrawn(null)}
          >
            We’ll notify {withdrawn.client_name} that the time has gone. They stay on the waitlist. The time
            is free again, and isn’t offered to the next client automatically.
            {withdrawn.paying ? ' If they still pay the deposit, we’ll refund it.' : ''}
          </ConfirmCommand>
        ) : null}
      </Card>
    </KeepFocus>
  );
}
