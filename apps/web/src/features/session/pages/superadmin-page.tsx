import { usePage } from '../../../lib/page-name.ts';
import { LandingCard } from '../landing-card.tsx';

/** Home of a superadmin. */
export function SuperadminPage() {
  usePage('Superadmin Dashboard');
  return (
    <LandingCard title="Superadmin Dashboard">
      <p className="text-ink-soft">
        This account runs the installation. It belongs to no practice, and reads no practice's records.
      </p>
    </LandingCard>
  );
}
