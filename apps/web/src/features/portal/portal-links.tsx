import { useCallback } from 'react';
import { Link, useLocation, useNavigate, type LinkProps, type NavigateOptions } from 'react-router-dom';
import { ButtonLink } from '../../ui/button.tsx';
import { tenantIn, withTenant } from '../../lib/paths.ts';

/** Builds addresses of the portal that keep the practice of the current address. */
export function usePortalAddress(): (path: string) => string {
  const tenant = tenantIn(useLocation().search);
  return useCallback((path) => withTenant(path, tenant), [tenant]);
}

/** Navigates to another page of the portal. */
export function usePortalNavigate(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const address = usePortalAddress();
  return useCallback((path, options) => void navigate(address(path), options), [navigate, address]);
}

/** A link to another page of the portal. */
export function PortalLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  return <Link {...rest} to={usePortalAddress()(to)} />;
}

/** The same link as a button. */
export function PortalButtonLink({
  to,
  ...rest
}: Omit<Parameters<typeof ButtonLink>[0], 'to'> & { to: string }) {
  return <ButtonLink {...rest} to={usePortalAddress()(to)} />;
}
