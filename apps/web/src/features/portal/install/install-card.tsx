import { Share, Smartphone, SquarePlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { usePortalPractice } from '../portal-practice.ts';
import { useInstallPrompt } from './use-installable.ts';

/** Safari on a phone or tablet, outside the installed app; on a Mac it has no touch points. */
const isSafariToInstall = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 1;

const endedKey = (tenantId: number | null): string => `install_offer:${tenantId}`;

/**
 * How the portal of a practice can be installed on this device; null where it can't, and for good once it was installed or
 * declined.
 */
function useInstallOffer(tenantId: number | null) {
  const [isEnded, setEnded] = useState(() => localStorage.getItem(endedKey(tenantId)) !== null);
  const prompt = useInstallPrompt();
  const end = () => {
    localStorage.setItem(endedKey(tenantId), 'closed');
    setEnded(true);
  };
  useEffect(() => {
    window.addEventListener('appinstalled', end);
    return () => window.removeEventListener('appinstalled', end);
  });
  if (isEnded || (prompt === null && !isSafariToInstall())) return null;
  return {
    /** Null where only the person can install it. */
    install:
      prompt === null
        ? null
        : () => {
            end();
            // The browser asks once for each offer, and says what was chosen.
            prompt.prompt().catch((error: unknown) => console.info('The portal was not installed.', error));
          },
    decline: end,
  };
}

/** How to add the portal to the home screen in Safari, which has no button for it. */
const SafariSteps = () => (
  <ol className="mt-3 flex list-decimal flex-col gap-1 pl-5">
    <li>
      Tap <Share aria-hidden="true" className="inline size-4.5 align-text-bottom text-brand" />{' '}
      <strong>Share</strong> in the browser.
    </li>
    <li>
      Choose <SquarePlus aria-hidden="true" className="inline size-4.5 align-text-bottom text-brand" />{' '}
      <strong>Add to Home Screen</strong>.
    </li>
  </ol>
);

/** Offers to install the portal on this device, until it is installed or declined. */
export function InstallCard() {
  const { tenantId } = useSession();
  const practice = usePortalPractice();
  const offer = useInstallOffer(tenantId);
  if (offer === null || practice === undefined) return null;
  const device = window.matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer';
  return (
    <Card title={`Keep ${practice.tenant_name} on your ${device}`}>
      <p>Open it with one tap, and see your next appointments without an internet connection.</p>
      {offer.install === null ? <SafariSteps /> : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {offer.install === null ? null : (
          <Button
            variant="primary"
            icon={<Smartphone aria-hidden="true" className="size-4.5" />}
            onClick={offer.install}
          >
            Install
          </Button>
        )}
        <Button
          variant="quiet"
          className={offer.install === null ? '-ml-3.5' : undefined}
          onClick={offer.decline}
        >
          No, thanks
        </Button>
      </div>
    </Card>
  );
}
