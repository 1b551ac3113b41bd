import { Link } from 'react-router-dom';
import { paths, withTenant } from '../../../../lib/paths.ts';
import { useSessionState } from '../../../../lib/session-store.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { textLinkClass } from '../../../../ui/text-link.ts';

/** Warns a person who is signed in elsewhere, or as staff, that signing in here ends that session. */
export function SignedInAlready() {
  const { session } = useSessionState();
  if (session === null) return null;
  const asCustomer = session.role === 'customer';
  const place = session.tenantName || 'Burrow';
  return (
    <Banner>
      <p>
        You are signed in to {place}
        {asCustomer ? '' : ` as ${session.role}`}. Signing in here will sign you out there.{' '}
        <Link
          to={asCustomer ? withTenant(paths.customerHome, session.tenantId) : paths.login}
          className={textLinkClass}
        >
          Go to {place}
        </Link>
      </p>
    </Banner>
  );
}
