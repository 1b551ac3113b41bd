import { absolute, paths, withTenant } from './paths.ts';
import { usePractice } from './practice.ts';

/** The address of the practice's portal; based on this page's own address if the server has no PUBLIC_URL. */
export function usePortalAddress(): string {
  const practice = usePractice();
  if (practice === undefined) return '';
  return (
    practice.portal_url ?? `${window.location.origin}${absolute(withTenant(paths.customerHome, practice.id))}`
  );
}
