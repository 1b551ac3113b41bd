import { usePage } from '../../../lib/page-name.ts';
import { useSession } from '../../../lib/session-store.ts';
import { LandingCard } from '../landing-card.tsx';

/** Home of a pet owner. */
export function CustomerPage() {
  usePage('My Account');
  const { tenantName } = useSession();
  return (
    <LandingCard title="My Account">
      <p className="text-ink-soft">
        Welcome{tenantName ? ` to ${tenantName}` : ''}. To book, change or cancel an appointment, please
        contact the practice.
      </p>
    </LandingCard>
  );
}
