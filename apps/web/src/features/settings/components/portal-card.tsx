import { ExternalLink } from 'lucide-react';
import { usePortalAddress } from '../../../lib/portal-address.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';

/** Where clients find the practice's portal. */
export function PortalCard() {
  const address = usePortalAddress();
  return (
    <Card title="Client portal">
      <div className="flex flex-col gap-3">
        <CopyField
          label="Portal address"
          value={address}
          note="Clients sign up and request appointments here. Add it to your website, or to your messages with ‘Portal address’."
        />
        <p>
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className={`inline-flex items-center gap-1 ${textLinkClass}`}
          >
            Open the portal
            <ExternalLink aria-hidden="true" className="size-3.5" />
            <span className="sr-only">(opens a new tab)</span>
          </a>
        </p>
      </div>
    </Card>
  );
}
