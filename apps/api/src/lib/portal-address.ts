/** A practice is identified by its own host, if it has one, otherwise by its id. */
interface PortalOf {
  id: number;
  custom_host: string | null;
}

/**
 * The public address of a practice's portal; null if PUBLIC_URL is not set. Never a subdomain, because its DNS may not lead
 * here.
 */
export function portalAddress(
  publicUrl: string | undefined,
  { id, custom_host: host }: PortalOf,
): string | null {
  if (publicUrl === undefined) return null;
  const { protocol, port } = new URL(publicUrl);
  if (host !== null) return `${protocol}//${host}${port === '' ? '' : `:${port}`}/app/cp`;
  return `${publicUrl}/app/cp?tenant=${id}`;
}
