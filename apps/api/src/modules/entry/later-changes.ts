import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx, Dependencies } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import {
  addendumByKey,
  countAddenda,
  deleteEntry,
  insertAddendum,
  shareEntryWith,
  strikeOut,
} from './repository.ts';
import { checkChangeable, lockedEntry, noteDeletion } from './service.ts';

/**
 * Adds to an entry, locked or not. With the key of an addendum that says the same, that is the answer.
 * @throws AppError `not_found`, `client_erased`, `conflict` when another addendum has the key
 */
export async function addAddendum(
  ctx: Ctx,
  { entry_id: entryId, body, client_key: key }: ParsedInputOf<'entry_addendum'>,
): Promise<OutputOf<'entry_addendum'>> {
  const { animal_id } = await lockedEntry(ctx, entryId);
  ctx.auditDetails({ animal_id });
  const inserted = await insertAddendum(ctx, { entryId, userId: ctx.session.userId, body, key: key ?? null });
  if (inserted) return { entry_id: entryId, addendum_id: inserted.id };
  const known = await addendumByKey(ctx, key ?? '');
  if (known?.entry_id !== entryId || known.body !== body) throw new AppError('conflict');
  return { entry_id: entryId, addendum_id: known.id };
}

/** Shares an entry with the client, or no longer. @throws AppError `not_found`, `client_erased` */
export async function shareEntry(
  ctx: Ctx,
  { entry_id: entryId, shared }: ParsedInputOf<'entry_share'>,
): Promise<void> {
  const entry = await lockedEntry(ctx, entryId);
  ctx.auditDetails({ animal_id: entry.animal_id, shared });
  if (entry.shared !== shared) await shareEntryWith(ctx, entryId, shared);
}

/** Strikes an entry through; one that is stays as it is. @throws AppError `not_found`, `client_erased` */
export async function strikeEntry(
  ctx: Ctx,
  { entry_id: entryId, reason }: ParsedInputOf<'entry_strike'>,
): Promise<void> {
  const entry = await lockedEntry(ctx, entryId);
  ctx.auditDetails({ animal_id: entry.animal_id });
  if (!entry.is_struck) await strikeOut(ctx, entryId, ctx.session.userId, reason);
}

/** Deletes an entry that is not locked. @throws AppError `not_found`, `entry_locked`, `not_author`, `client_erased` */
export async function discardEntry(ctx: Ctx, entryId: number): Promise<void> {
  const entry = await lockedEntry(ctx, entryId);
  checkChangeable(ctx, entry);
  if ((await countAddenda(ctx, entryId)) > 0) {
    throw new AppError('entry_locked', {
      message: 'This entry has an addendum, so it can’t be deleted. Strike it through instead.',
    });
  }
  ctx.auditDetails({ animal_id: entry.animal_id, kind: entry.kind });
  await deleteEntry(ctx, entryId);
  await noteDeletion(ctx, entry);
}

const deleteExpiredSupplies = statement<{ deleted: number }>(
  'delete_expired_supplies',
  'select delete_expired_supplies($1) as deleted',
);

const mostInARun = 10_000;

/** Deletes what erasures kept of medicines, once its five years are over. */
export async function forgetExpiredSupplies({ database }: Dependencies): Promise<void> {
  await database.control.row(deleteExpiredSupplies, [mostInARun]);
}
