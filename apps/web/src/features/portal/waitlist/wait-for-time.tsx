import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { ownQuery } from '../own-query.ts';
import { PortalLink } from '../portal-links.tsx';
import { usePortalPractice } from '../portal-practice.ts';
import type { Wish } from './want-dialog.tsx';

const NewWantDialog = lazyDialog(async () => (await import('./want-dialog.tsx')).NewWantDialog);

/** 'Tell me if something earlier comes free', where the practice has a waitlist; or that the client waits already. */
export function WaitForTime({ wish, className }: { wish: Wish; className?: string }) {
  const isOpen = usePortalPractice()?.waitlist_open === true;
  const wants = useQuery({ ...ownQuery('cp/wants', {}), enabled: isOpen });
  const [asking, setAsking] = useState(false);
  if (!isOpen) return null;
  const isWaiting = wants.data?.some((want) =>
    wish.booking === undefined
      ? want.animal_id === wish.animalId && want.service_id === wish.serviceId
      : want.booking_id === wish.booking.id,
  );
  if (isWaiting) {
    return (
      <p role="status" className={className}>
        You’re on the waitlist: we’ll let you know when something earlier comes free.{' '}
        <PortalLink to={paths.appointments} className={textLinkClass}>
          View your waitlist
        </PortalLink>
      </p>
    );
  }
  return (
    <div className={className}>
      <Button
        size="large"
        className="w-full sm:w-auto"
        icon={<BellRing aria-hidden="true" className="size-4.5" />}
        onClick={() => setAsking(true)}
      >
        Tell me if something earlier comes free
      </Button>
      {asking ? (
        <NewWantDialog wish={wish} onClose={() => setAsking(false)} onSaved={() => setAsking(false)} />
      ) : null}
    </div>
  );
}
