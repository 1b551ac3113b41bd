import { hash } from 'node:crypto';
import { hexOf, portalBar } from '@burrow/contracts/accent-colour';
import type { PortalPractice, PublicContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { practiceOfHost } from '../portal-access/public.ts';

/** As in the style sheet. */
const ownBar = '#163f35';

const logoOfApp = statement<{ id: number }>(
  'logo_of_app',
  "select f.id from files f where f.tenant_id = $1 and f.file_type = 'logo'",
);

/** Changes with the practice's logo or colour, so that a browser keeps an icon for as long as it is true. */
const versionOf = (logo: number | null, colour: string | null): string =>
  hash('sha256', `1 ${logo ?? ''} ${colour ?? ''}`, 'hex').slice(0, 16);

/**
 * Opens a practice at an address of its portal. On the address of one practice there is no other.
 * @throws AppError `not_found`
 */
export async function inAppOf<T>(
  ctx: PublicContext,
  tenantId: number,
  work: (tx: TenantTransaction, practice: PortalPractice, version: string) => Promise<T>,
): Promise<T> {
  const { tenant_id: ofHost } = await practiceOfHost(ctx);
  if (ofHost !== null && ofHost !== tenantId) throw new AppError('not_found');
  return ctx.inPractice(tenantId, async (tx, practice) => {
    const logo = await tx.row(logoOfApp, [tenantId]);
    return work(tx, practice, versionOf(logo?.id ?? null, practice.colour));
  });
}

/** The colour of the bar around the app; the product's own without a colour of the practice. */
export const barOf = (colour: string | null): string => (colour === null ? ownBar : hexOf(portalBar(colour)));
