import { usePortalAddress } from '../../../lib/portal-address.ts';
import { CopiedLink } from '../../../ui/copied-link.tsx';

/** The address of the portal where clients sign up. */
export function PortalLine() {
  const portal = usePortalAddress();
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-ink-soft">Your clients sign up and request appointments at</span>
      <CopiedLink name="portal address" href={portal} />
    </div>
  );
}
