import type { OwnWant } from '@burrow/contracts/portal-waitlist';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { whenInWords } from '../../waitlist/want-words.ts';
import { ownQuery, rereadMs } from '../own-query.ts';
import { PortalConfirm } from '../portal-confirm.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';

const EditWantDialog = lazyDialog(async () => (await import('./want-dialog.tsx')).EditWantDialog);

const StopWaiting = ({ want, onClose }: { want: OwnWant; onClose: () => void }) => (
  <PortalConfirm
    command="cp/want_end"
    input={{ want_id: want.want_id }}
    title="Leave the waitlist?"
    cancelLabel="Stay on the waitlist"
    confirmLabel="Leave waitlist"
    busyLabel="Leaving..."
    failure="Couldn’t take you off the waitlist. Please try again."
    onDone={onClose}
    onClose={onClose}
  >
    You won’t be offered earlier times for {want.animal_name}’s {want.service}.
    {want.offer === null ? '' : ' We’ll stop holding the time for you.'}
  </PortalConfirm>
);

function Want({ want, onEdit, onEnd }: { want: OwnWant; onEdit: () => void; onEnd: () => void }) {
  const formats = usePortalFormats();
  const { offer } = want;
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{want.animal_name}</p>
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
      </div>
      <div className="flex flex-wrap gap-2">
        {offer ? (
          <PortalButtonLink variant="primary" className="max-sm:w-full" to={paths.offer(offer.offer_id)}>
            View offer: {formats.shortDay(offer.booking_date)}, {formats.time(offer.booking_time)}
          </PortalButtonLink>
        ) : null}
        <Button onClick={onEdit}>
          Change<span className="sr-only"> the waitlist entry for {want.animal_name}</span>
        </Button>
        <Button variant="quiet" onClick={onEnd}>
          Leave waitlist<span className="sr-only"> for {want.animal_name}</span>
        </Button>
      </div>
    </li>
  );
}

/** What the client is on the waitlist for; nothing if they don't wait. */
export function WaitsCard() {
  const { data: wants } = useQuery({ ...ownQuery('cp/wants', {}), refetchInterval: rereadMs });
  const [edited, setEdited] = useState<OwnWant | null>(null);
  const [ended, setEnded] = useState<OwnWant | null>(null);
  if (wants === undefined || wants.length === 0) return null;
  return (
    <KeepFocus>
      <Card title="Your waitlist" flush>
        <ul className="divide-y divide-line">
          {wants.map((want) => (
            <Want
              key={want.want_id}
              want={want}
              onEdit={() => setEdited(want)}
              onEnd={() => setEnded(want)}
            />
          ))}
        </ul>
        {edited ? <EditWantDialog want={edited} onClose={() => setEdited(null)} /> : null}
        {ended ? <StopWaiting want={ended} onClose={() => setEnded(null)} /> : null}
      </Card>
    </KeepFocus>
  );
}
