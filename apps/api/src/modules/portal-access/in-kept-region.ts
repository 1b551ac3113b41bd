import type { PortalPractice, PublicContext } from '../../context/context.ts';
import { keepRegion } from '../../db/region-lock.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

/** As `ctx.inPractice`, for work that writes phone numbers or the logins and codes of them; see {@link keepRegion}. */
export const inKeptRegion = <T>(
  ctx: PublicContext,
  tenantId: number,
  work: (tx: TenantTransaction, practice: PortalPractice) => Promise<T>,
): Promise<T> =>
  ctx.inPractice(tenantId, async (tx, practice) =>
    work(tx, { ...practice, locale: await keepRegion(tx, tenantId) }),
  );
