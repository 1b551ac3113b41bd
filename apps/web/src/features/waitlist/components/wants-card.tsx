import type { DeskWant } from '@burrow/contracts/waitlist';
import { Clock3 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatPhone } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { EditWantDialog } from '../forms/want-dialog.tsx';
import { OfferDialog, type OfferedTime } from '../forms/offer-dialog.tsx';
import { whenInWords } from '../want-words.ts';

function Want({
  want,
  place,
  onOffer,
  onEdit,
  onEnd,
}: {
  want: DeskWant;
  place: number;
  onOffer: () => void;
  onEdit: () => void;
  onEnd: () => void;
}) {
  const formats = useFormats();
  const whom = <span className="sr-only"> {want.animal_name}</span>;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 px-4 py-3 sm:grid-cols-[1.25rem_minmax(0,1fr)_auto]">
      <span className="figures text-ink-soft" aria-label={`Place ${place}`}>
        {place}
      </span>
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link to={paths.animal(want.animal_id)} className={`wrap-anywhere ${textLinkClass}`}>
            {want.animal_name}
          </Link>
          {want.state === 'offered' ? <Badge tone="pending">Offer sent</Badge> : null}
        </p>
        <p className="flex flex-wrap gap-x-2">
          <span className="wrap-anywhere">{want.client_name}</span>
          {want.client_phone ? (
            <span className="figures whitespace-nowrap text-ink-soft">{formatPhone(want.client_phone)}</span>
          ) : null}
        </p>
        <p className="wrap-anywhere">
          {want.service}
          {want.staff_member ? ` with ${want.staff_member}` : ''}
        </p>
        <p className="figures text-sm text-ink-soft">{whenInWords(want, formats)}</p>
        {want.booking_date && want.booking_time ? (
          <p className="figures text-sm text-ink-soft">
            Instead of {formats.shortDay(want.booking_date)}, {formats.time(want.booking_time)}
          </p>
        ) : null}
        {want.note ? <p className="text-sm wrap-anywhere whitespace-pre-line">{want.note}</p> : null}
        <p className="figures text-sm text-ink-soft">
          Waiting since {formats.date(want.created_at)}
          {want.offers > 0 ? ` · ${formats.count(want.offers, 'offer')}` : ''}
          {want.source === 'portal' ? ' · joined online' : ''}
        </p>
      </div>
      <div className="flex flex-wrap gap-x-1 gap-y-2 max-sm:col-start-2">
        {want.state === 'waiting' ? (
          <Button size="small" onClick={onOffer}>
            Offer a time{whom}
          </Button>
        ) : null}
        <Button
          size="small"
          variant="quiet"
          className={want.state === 'waiting' ? undefined : 'max-sm:-ml-2.5'}
          onClick={onEdit}
        >
          Edit{whom}
        </Button>
        <Button size="small" variant="quiet" onClick={onEnd}>
          Remove{whom}
        </Button>
      </div>
    </li>
  );
}

/** Who waits, in the order in which they are offered times. */
export function WantsCard({
  wants,
  offered,
  onOffered,
}: {
  wants: readonly DeskWant[];
  /** A want to offer a time, such as one that a freed time suits. */
  offered: { want: DeskWant; begin: OfferedTime | null } | null;
  onOffered: (offered: { want: DeskWant; begin: OfferedTime | null } | null) => void;
}) {
  const [edited, setEdited] = useState<DeskWant | null>(null);
  const [ended, setEnded] = useState<DeskWant | null>(null);
  return (
    <KeepFocus>
      <Card
        title="Waiting"
        aside={wants.length > 0 ? <Badge tone="brand">{wants.length}</Badge> : null}
        flush
      >
        {wants.length === 0 ? (
          <EmptyState icon={<Clock3 className="size-7" />} title="No one is waiting">
            Clients join from the portal, or you add them here.
          </EmptyState>
        ) : (
          <ol className="divide-y divide-line">
            {wants.map((want, index) => (
              <Want
                key={want.want_id}
                want={want}
                place={index + 1}
                onOffer={() => onOffered({ want, begin: null })}
                onEdit={() => setEdited(want)}
                onEnd={() => setEnded(want)}
              />
            ))}
          </ol>
        )}
        {edited ? <EditWantDialog want={edited} onClose={() => setEdited(null)} /> : null}
        {offered ? (
          <OfferDialog {...offered} key={offered.want.want_id} onClose={() => onOffered(null)} />
        ) : null}
        {ended ? (
          <ConfirmCommand
            command="want_end"
            input={{ want_id: ended.want_id }}
            title={`Remove ${ended.animal_name} from the waitlist?`}
            confirmLabel="Remove"
            busyLabel="Removing..."
            failure="Couldn’t remove the client from the waitlist."
            onClose={() => setEnded(null)}
          >
            {ended.client_name} isn’t notified.
            {ended.state === 'offered' ? ' The time held for them becomes free.' : ''}
          </ConfirmCommand>
        ) : null}
      </Card>
    </KeepFocus>
  );
}
