import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { archivePieces } from './archive.ts';
import { Records } from './records.ts';

/** An export whose turn it is. */
export interface BegunExport {
  clientId: number | null;
  /** Passes the turn to read records to the next. */
  release: () => void;
}

const nameOfPractice = statement<{ tenant_name: string }>(
  'export_practice_name',
  'select t.tenant_name from tenants t where t.id = $1',
);
const clientToExport = statement<{ is_erased: boolean }>(
  'export_client',
  'select c.erased_at is not null as is_erased from clients c where c.tenant_id = $1 and c.id = $2',
);

/**
 * Waits until it is the practice's turn to be exported. Support access cannot export a whole practice.
 * @returns a function that releases the turn
 * @throws AppError `forbidden` for support; `export_under_way`, `rate_limited`, `unavailable`
 */
export async function beginExport(ctx: OutsideContext): Promise<() => void> {
  if (ctx.session.supportUntil !== null) {
    throw new AppError('forbidden', {
      message: 'Practice data can’t be exported during support access. Ask an admin of the practice.',
    });
  }
  return ctx.beginLargeAnswer('export');
}

/** @throws AppError `not_found`, `client_erased`: an erased client has nothing to export */
export async function mustHaveClient({ tx, tenantId }: Ctx, clientId: number): Promise<void> {
  const client = await tx.row(clientToExport, [tenantId, clientId]);
  if (!client) throw new AppError('not_found', { message: 'Client not found' });
  if (client.is_erased) throw new AppError('client_erased');
}

/**
 * Makes an export: the records are read in one snapshot and written to the disk, then the ZIP is generated while it is
 * sent.
 * @throws AppError `unavailable` when the disk has no room
 */
export async function makeExport(
  ctx: OutsideContext,
  { clientId, release }: BegunExport,
): Promise<OutputOf<'practice_export'>> {
  const { tenantId, timeZone } = ctx.session;
  if (tenantId === null) throw new Error('An export needs a practice.');
  const records = await Records.open();
  ctx.onceAnswered(() => records.close());
  const practiceName = await ctx.inSnapshot(async (tx) => {
    await records.write(tx, { tenantId, clientId }, timeZone);
    return (await tx.row(nameOfPractice, [tenantId]))?.tenant_name ?? '';
  });
  release();
  const about = { tenantId, practiceName, timeZone, clientId, madeAt: ctx.now };
  const { date } = localMoment(ctx.now, timeZone);
  return {
    filename: clientId === null ? `burrow-export-${date}.zip` : `client-${clientId}-${date}.zip`,
    content: archivePieces(ctx, records, about),
  };
}
