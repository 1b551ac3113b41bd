/** A practice is identified by its own host, if it has one, otherwise by its id. */
interface PortalOf {
  id: number;
  custom_host: string | null;
}

/** The origin of a practice's portal: its own host, or the installation's. Never a subdomain, because its DNS may not lead here. */
export function portalOrigin(
  publicUrl: string,
  { custom_host: host }: Pick<PortalOf, 'custom_host'>,
): string {
  if (host === null) return publicUrl;
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
}

/** The public address of a practice's portal; null if PUBLIC_URL is not set. */
export function portalAddress(publicUrl: string | undefined, practice: PortalOf): string | null {
  if (publicUrl === undefined) return null;
  const portal = `${portalOrigin(publicUrl, practice)}/app/cp`;
  return practice.custom_host === null ? `${portal}?tenant=${practice.id}` : portal;
}

/**
 * The public address of a practice's booking page: on its own host, or below the installation's; null without a
 * subdomain or an own host.
 */
export function bookingPageAddress(
  publicUrl: string,
  practice: { custom_host: string | null; subdomain: string | null },
): string | null {
  if (practice.custom_host !== null) return `${portalOrigin(publicUrl, practice)}/book`;
  return practice.subdomain === null ? null : `${publicUrl}/book/${practice.subdomain}`;
}
