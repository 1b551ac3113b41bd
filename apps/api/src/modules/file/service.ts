import { hash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxPictureBytes } from '@burrow/contracts/file-limits';
import { newStorageKey, unreadable, MayStillArrive } from '../../lib/ports/file-storage.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import type { Session } from '../../lib/session.ts';
import { partyOf } from '../../lib/party.ts';
import { contentType, nameFor, type AcceptedType } from './content-type.ts';
import { extensionOf, plainFilename } from './filename.ts';
import { removeBytes } from './clear-up.ts';
import { contentOf, largeFileBytes, storedBytes, type Located } from './read-model.ts';
import {
  abandonBytes,
  claimBytes,
  countUploads,
  deleteFile,
  deleteOwnFile,
  deleteProfilePicture,
  expectBytes,
  holdOwner,
  insertFile,
  type GoneFile,
  type ReadyFile,
  type Whose,
} from './repository.ts';
import { mustBeClean } from './virus-scan.ts';

type Upload = ParsedInputOf<'file/upload'>;

/**
 * Longest edge in pixels: less than half of what a camera of 48 million makes, which is then never unpacked whole. A
 * portrait and a logo are never shown large.
 */
const pictureEdge = 3840;
export const portraitEdge = 1024;

/** How long an upload has until its bytes, which no file names yet, count as left behind. */
const uploadMs = 3_600_000;

const tenantOf = ({ tenantId }: Session): number => {
  if (tenantId === null) throw new Error('A file needs a practice.');
  return tenantId;
};

/**
 * Everything about an upload that is not the database's: looks at the content, makes a picture anew, stores the bytes.
 * @throws AppError `not_found`, `file_type_not_supported`, `file_too_large`, `too_many_files`, `storage_full`,
 *   `storage_unavailable`, `unavailable`
 */
export async function prepareUpload(ctx: OutsideContext, input: Upload): Promise<ReadyFile> {
  const isPortrait = input.file_type === 'profile_picture';
  if (isPortrait && input.entity_type !== 'animal') {
    throw invalidField('file_type', 'Only an animal has a profile picture.');
  }
  const tenantId = tenantOf(ctx.session);
  await ctx.inPractice(async (tx) => {
    await holdOwner(tx, whoseRecords(ctx.session), input, { alone: false });
    if (!isPortrait) await mustHavePlaces(tx, ctx.session, 1);
    // The picture that a portrait takes the place of makes room.
    if (!isPortrait) await mustHaveRoom(ctx, tx, tenantId, 1);
  });
  const type = isPortrait ? await pictureType(input.file_data) : await contentType(input.file_data);
  const filename = nameOf(input.filename, type);
  await mustBeClean(ctx, input.file_data);
  const picture =
    type.picture &&
    (await ctx.deps.pictures.remake(
      input.file_data,
      type.picture,
      isPortrait ? portraitEdge : pictureEdge,
      partyOf(ctx.session),
    ));
  const content = picture?.content ?? input.file_data;
  return {
    filename,
    mimeType: type.mime,
    fileType: input.file_type ?? null,
    size: content.length,
    sha256: hash('sha256', content, 'buffer'),
    thumbnail: picture?.thumbnail ?? null,
    kept: await keep(ctx, content),
  };
}

/** What a caller may keep files with: a pet owner only what is theirs. */
const whoseRecords = (session: Session): Whose => ({
  tenantId: tenantOf(session),
  clientId: session.clientId,
});

/** How many files a pet owner can keep at the practice, and how much they come to: it is the practice's room. */
const mostUploads = 200;
const mostUploadedBytes = 100 * 1024 * 1024;

/**
 * Whether a pet owner may add `more` files; staff always may.
 * @throws AppError `too_many_files`
 */
async function mustHavePlaces(tx: TenantTransaction, session: Session, more: number): Promise<void> {
  if (session.clientId === null) return;
  const { files, bytes } = await countUploads(tx, tenantOf(session), session.clientId);
  if (files + more > mostUploads) throw new AppError('too_many_files');
  // One more has a byte at least.
  if (bytes + more > mostUploadedBytes) {
    throw new AppError('too_many_files', {
      message: 'You’ve used all your file storage. Delete some files, or contact the practice.',
    });
  }
}

/**
 * Whether the practice may store `more` bytes. Asked once they are written down, nobody else of the practice comes in
 * between: what it stores is counted in one row.
 * @throws AppError `storage_full`
 */
export async function mustHaveRoom(
  { deps }: Pick<OutsideContext, 'deps'>,
  tx: TenantTransaction,
  tenantId: number,
  more = 0,
): Promise<void> {
  const most = deps.env.FILE_STORAGE_PER_PRACTICE_MB * 1024 * 1024;
  if (most > 0 && (await storedBytes(tx, tenantId)) + more > most) throw new AppError('storage_full');
}

/**
 * A picture of at most 5 MB, and nothing else.
 * @throws AppError `file_type_not_supported`, `file_too_large`
 */
export async function pictureType(
  bytes: Uint8Array,
): Promise<AcceptedType & Required<Pick<AcceptedType, 'picture'>>> {
  const type = await contentType(bytes).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!type?.picture) {
    throw new AppError('file_type_not_supported', { message: 'Please select an image file' });
  }
  if (bytes.length > maxPictureBytes) {
    throw new AppError('file_too_large', { message: 'Image size must be less than 5MB' });
  }
  return { ...type, picture: type.picture };
}

/** A file's name as it is kept, of one that was sent. */
export const keptName = (given: string): string => plainFilename(given);

/** A plain name for a file of a type. @throws AppError `file_type_not_supported` when the two do not agree */
export function nameOf(given: string, type: AcceptedType): string {
  const filename = plainFilename(given);
  return plainFilename(nameFor(filename, extensionOf(filename), type));
}

/** Stores bytes where new files go. A note of them is there first, so that nothing is ever stored and forgotten. */
async function keep(ctx: OutsideContext, content: Uint8Array): Promise<ReadyFile['kept']> {
  const { storage } = ctx.deps;
  if (storage.target === 'database') return { in: 'database', content };
  const tenant_id = tenantOf(ctx.session);
  const kept = { in: storage.target, key: newStorageKey(tenant_id) };
  const note = {
    storage: kept.in,
    storage_key: kept.key,
    tenant_id,
    due_at: new Date(ctx.now.getTime() + uploadMs),
  };
  await ctx.inPractice((tx) => expectBytes(tx, note));
  try {
    await storage.put(kept.in, kept.key, content);
  } catch (error) {
    // Deleted now, it could arrive after that: the note stays until it is due.
    const isOver = !(error instanceof AppError && error.cause instanceof MayStillArrive);
    // It may have been stored all the same.
    if (isOver) await abandon(ctx, kept);
    throw error;
  }
  return kept;
}

/** Takes back what {@link prepareUpload} stored, unless the file is there after all. */
export async function undoUpload(ctx: OutsideContext, { kept }: ReadyFile): Promise<void> {
  if (kept.in !== 'database') await abandon(ctx, kept);
}

async function abandon(
  ctx: OutsideContext,
  kept: Exclude<ReadyFile['kept'], { in: 'database' }>,
): Promise<void> {
  try {
    const tenantId = tenantOf(ctx.session);
    const isNobodys = await ctx.inPractice((tx) => abandonBytes(tx, tenantId, kept.key, ctx.now));
    // Not waited for: the store may be away, and what is noted is tried again.
    if (isNobodys) void removeBytes(ctx.deps, { storage: kept.in, storage_key: kept.key });
  } catch (error) {
    ctx.log.warn({ err: error }, 'an upload that failed will be cleared away later');
  }
}

/** What a command leaves to be deleted outside the database. */
export interface Leftovers<Answer> {
  answer: Answer;
  gone: readonly GoneFile[];
}

/**
 * Writes an upload down. An animal's former picture goes in the same step; two at once leave one.
 * @throws AppError `not_found`, `too_many_files`, `storage_full`
 */
export async function createFile(
  ctx: Ctx,
  input: Upload,
  file: ReadyFile,
): Promise<Leftovers<OutputOf<'file/upload'>> & OutputOf<'file/upload'>> {
  const isPortrait = file.fileType === 'profile_picture';
  const whose = whoseRecords(ctx.session);
  const { clientId } = whose;
  // Their uploads are counted one after the other.
  if (clientId !== null)
    await holdOwner(ctx.tx, whose, { entity_type: 'client', entity_id: clientId }, { alone: true });
  await holdOwner(ctx.tx, whose, input, { alone: isPortrait });
  const gone = isPortrait ? await deleteProfilePicture(ctx, input.entity_id) : [];
  if (file.kept.in !== 'database') await claimBytes(ctx, file.kept.key);
  const file_id = await insertFile(ctx, file, input);
  await mustHavePlaces(ctx.tx, ctx.session, 0);
  await mustHaveRoom(ctx, ctx.tx, ctx.tenantId);
  ctx.auditDetails({ filename: file.filename, file_size: file.size, ...ownerOf(input) });
  return { file_id, answer: { file_id }, gone };
}

const ownerOf = ({ entity_type, entity_id }: Pick<Upload, 'entity_type' | 'entity_id'>) => ({
  entity_type,
  entity_id,
});

/**
 * Deletes a file; for a pet owner one that they uploaded.
 * @throws AppError `not_found`
 */
export async function removeFile(ctx: Ctx, fileId: number): Promise<Leftovers<{ success: true }>> {
  const { clientId } = ctx.session;
  const gone = await (clientId === null ? deleteFile(ctx, fileId) : deleteOwnFile(ctx, clientId, fileId));
  if (!gone) throw new AppError('not_found');
  const { filename, animal_id, booking_id, client_id } = gone;
  ctx.auditDetails({ filename, ...definite({ animal_id, booking_id, client_id }) });
  return { answer: { success: true }, gone: [gone] };
}

const definite = (ids: Record<string, number | null>): Record<string, number> =>
  Object.fromEntries(Object.entries(ids).filter((entry): entry is [string, number] => entry[1] !== null));

/**
 * Has deleted outside the database what the transaction has forgotten. Nobody waits for it: the store may be away, and
 * what is noted is tried again.
 */
export async function clearUp<Answer>(
  ctx: OutsideContext,
  { answer, gone }: Leftovers<Answer>,
): Promise<Answer> {
  for (const { storage, storage_key } of gone) {
    if (storage !== 'database' && storage_key) void removeBytes(ctx.deps, { storage, storage_key });
  }
  return answer;
}

/**
 * A file with its content, read from wherever it is; large ones take turns.
 * @throws AppError `storage_unavailable` also when the store answers other bytes than it was given
 */
export async function withContent<File extends { id: number; file_size: number }>(
  ctx: OutsideContext,
  located: Located<File>,
): Promise<Omit<Located<File>, keyof Located<unknown>> & { file_data: string }> {
  const { storage, storage_key, file_data, sha256, ...file } = located;
  if (file_data !== null) return { ...file, file_data };
  if (file.file_size > largeFileBytes) await ctx.beginLargeAnswer('file');
  if (storage === 'database') {
    const tenantId = tenantOf(ctx.session);
    return { ...file, file_data: await ctx.inPractice((tx) => contentOf(tx, tenantId, file.id)) };
  }
  const content = await ctx.deps.storage.get(storage, storage_key);
  if (!hash('sha256', content, 'buffer').equals(sha256)) {
    throw unreadable(new Error(`File ${file.id} came back changed.`));
  }
  return { ...file, file_data: content.toString('base64') };
}
