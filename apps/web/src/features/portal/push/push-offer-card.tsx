import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../lib/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ownQuery } from '../own-query.ts';
import { endPushOffer, isPushOffered } from './push-offer.ts';
import { TurnOnPush } from './turn-on-push.tsx';

/** Offers notifications on this device after a request was sent, until they are turned on or declined. */
export function PushOfferCard() {
  const session = useSession();
  const [state, setState] = useState(() => (isPushOffered(session) ? 'offered' : 'none'));
  const { data } = useQuery({ ...ownQuery('cp/push', {}), enabled: state === 'offered' });
  const publicKey = data?.public_key ?? null;
  const isOn = data?.devices.some((device) => device.is_current) === true;
  const end = (next: 'on' | 'none') => {
    endPushOffer(session);
    setState(next);
  };
  return (
    <>
      <div role="status" className="empty:hidden">
        {state === 'on' ? (
          <Banner icon={<CircleCheck className="size-5 text-confirmed" />}>
            Notifications are on. You can turn them off under My Profile.
          </Banner>
        ) : null}
      </div>
      {state === 'offered' && publicKey !== null && !isOn ? (
        <Card title="Get replies on this device">
          <p>
            Get a notification here when the practice confirms or changes your appointment, instead of a text
            message. If it can’t be shown, we’ll text you.
          </p>
          <div className="mt-3 flex flex-wrap items-end gap-2">
            <TurnOnPush publicKey={publicKey} onDone={() => end('on')} />
            <Button variant="quiet" onClick={() => end('none')}>
              Not now
            </Button>
          </div>
        </Card>
      ) : null}
    </>
  );
}
