import { Link } from 'react-router-dom';
import { paths, withTenant } from '../../../../lib/paths.ts';
import { useSessionState } from '../../../../lib/session-store.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { textLinkClass } from '../../../../ui/text-link.ts';

/**
 * Warns a person who is signed in elsewhere, as staff, or as a different client from the one of a link, that signing in here
 * ends that session.
 */
export function SignedInAlready({ tenantId }: { tenantId: number }) {
  const { session } = useSessionState();
  if (session === null) return null;
  const asCustomer = session.role === 'customer';
  if (asCustomer && session.tenantId === tenantId) {
    return (
      <Banner>
        <p>
          This link is for a different client from the one who is signed in here. Signing in will sign them
          out.{' '}
          <Link to={withTenant(paths.customerHome, tenantId)} className={textLinkClass}>
            Go to their account
          </Link>
        </p>
      </Banner>
    );
  }
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
