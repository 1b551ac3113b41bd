import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../lib/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { endPasskeyOffer, isPasskeyOffered } from '../passkey-offer.ts';
import { AddPasskey } from '../profile/add-passkey.tsx';

/** Offers a passkey on this device after a sign-in without one, until one is added or declined. */
export function PasskeyOfferCard() {
  const session = useSession();
  const [state, setState] = useState(() => (isPasskeyOffered(session) ? 'offered' : 'none'));
  if (state === 'none') return null;
  const decline = () => {
    endPasskeyOffer(session);
    setState('none');
  };
  return (
    <>
      <div role="status" className="empty:hidden">
        {state === 'added' ? (
          <Banner icon={<CircleCheck className="size-5 text-confirmed" />}>
            Passkey added. Next time, choose “Sign in with a passkey”.
          </Banner>
        ) : null}
      </div>
      {state === 'offered' ? (
        <Card>
          <p>Sign in faster next time with your fingerprint, face or screen lock.</p>
          <div className="mt-3 flex flex-wrap items-end gap-2">
            <AddPasskey onAdded={() => setState('added')} />
            <Button variant="quiet" onClick={decline}>
              Not now
            </Button>
          </div>
        </Card>
      ) : null}
    </>
  );
}
