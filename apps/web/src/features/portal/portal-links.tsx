import { useCallback } from 'react';
import { Link, useLocation, useNavigate, type LinkProps, type NavigateOptions } from 'react-router-dom';
import { ButtonLink } from '../../ui/button.tsx';
import { tenantIn, withTenant } from '../../lib/paths.ts';

/** Makes addresses of the portal that keep the practice which the current one names. */
export function usePortalAddress(): (path: string) => string {
  const tenant = tenantIn(useLocation().search);
  return useCallback((path) => withTenant(path, tenant), [tenant]);
}

/** Goes to another screen of the portal. */
export function usePortalNavigate(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const address = usePortalAddress();
  return useCallback((path, options) => void navigate(address(path), options), [navigate, address]);
}

/** A link to another screen of the portal. */
export function PortalLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  return <Link {...rest} to={usePortalAddress()(to)} />;
}

/** The same, that looks like a button. */
export function PortalButtonLink({
  to,
  ...rest
}: Omit<Parameters<typeof ButtonLink>[0], 'to'> & { to: string }) {
  return <ButtonLink {...rest} to={usePortalAddress()(to)} />;
}
