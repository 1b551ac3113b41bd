import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { normalised } from '../../lib/normalised.ts';
import { lockUpcomingBookings } from '../booking/public.ts';
import { removeBytes } from '../file/public.ts';
import { lockImportsOfClient } from '../import/public.ts';
import { isSettled, unsettledOf, type Unsettled } from './preview-read-model.ts';
import { eraseClient, lockClientToErase, type ErasedFile } from './repository.ts';

/** How many files are deleted in their store at once; the others are deleted by the scheduled clean-up. */
const maxBatch = 50;

/** The same name, ignoring spaces and case. */
const plain = (name: string): string => normalised(name, 'NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** The work left after a client's erasure. */
export interface Erasure {
  answer: OutputOf<'client_erase'>;
  files: readonly ErasedFile[];
  clientId: number;
}

/**
 * Erases a client permanently. No effect on an erased one. A simultaneous booking, upload or sign-in comes before, and
 * is erased too, or after, and is refused.
 * @throws AppError `not_found`; `invalid_input` for another name; `client_not_settled`; `forbidden` for support
 */
export async function eraseForGood(ctx: Ctx, input: ParsedInputOf<'client_erase'>): Promise<Erasure> {
  const { tx, tenantId, session, now } = ctx;
  const { client_id: clientId } = input;
  // Erasure is irreversible, and the practice is responsible for it.
  if (session.supportUntil !== null) {
    throw new AppError('forbidden', {
      message: 'Clients can’t be erased during support access. Ask an admin of the practice.',
    });
  }
  await lockUpcomingBookings(ctx, { clientId });
  const client = await lockClientToErase(tx, tenantId, clientId);
  if (!client) throw new AppError('not_found', { message: 'Client not found' });
  if (client.is_erased)
    return { answer: { success: true, erased_files: 0, kept_supplies: 0 }, files: [], clientId };
  if (plain(input.name) !== plain(client.name)) {
    throw invalidField('name', 'This isn’t the client’s name.');
  }
  const imports = await lockImportsOfClient(tx, tenantId, clientId);
  const unsettled = await unsettledOf(tx, ctx, clientId);
  if (!isSettled(unsettled)) throw new AppError('client_not_settled', { message: refusalOf(unsettled) });
  const { files, keptSupplies } = await eraseClient(tx, { tenantId, clientId, now }, client, imports);
  ctx.auditDetails({ erased_files: files.length, kept_supplies: keptSupplies });
  const answer = { success: true, erased_files: files.length, kept_supplies: keptSupplies } as const;
  return { answer, files, clientId };
}

/** The unsettled matters, as a sentence. */
function refusalOf({ bookings, booking_count, open_deposits, pending_refunds, imports }: Unsettled): string {
  const reasons: string[] = [];
  if (booking_count > 0) {
    const named = bookings
      .slice(0, 3)
      .map(({ booking_date, booking_time }) => `${booking_date} ${booking_time}`);
    const more = booking_count > named.length ? ` and ${booking_count - named.length} more` : '';
    reasons.push(`Cancel or complete their appointments first (${named.join(', ')}${more}).`);
  }
  if (open_deposits > 0) reasons.push('A deposit is being paid: wait until the payment is complete.');
  if (pending_refunds > 0) reasons.push('A refund is in progress: wait until it’s finished.');
  if (imports > 0)
    reasons.push('An import that includes them is in progress: wait until it’s finished, or stop it.');
  return `This client can’t be erased yet. ${reasons.join(' ')}`;
}

/** Deletes the bytes outside the database, in the background, and logs the erasure for operators. */
export async function afterErasure(
  ctx: OutsideContext,
  { answer, files, clientId }: Erasure,
): Promise<Erasure['answer']> {
  const outside = files.flatMap(({ storage, storage_key }) =>
    storage === 'database' || storage_key === null ? [] : [{ storage, storage_key }],
  );
  void removeAll(ctx, outside.slice(0, maxBatch));
  // Outside the database, so that it still exists after an older backup was restored.
  ctx.log.info({ tenant_id: ctx.session.tenantId, client_id: clientId }, 'client erased');
  return answer;
}

async function removeAll(
  { deps }: OutsideContext,
  files: readonly Parameters<typeof removeBytes>[1][],
): Promise<void> {
  for (const file of files) {
    // The scheduled clean-up retries a store that is unavailable.
    if (!(await removeBytes(deps, file))) return;
  }
}
