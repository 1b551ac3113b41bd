import { hash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxPictureBytes } from '@burrow/contracts/file-limits';
import { newStorageKey, unreadable, MayStillArrive } from '../../lib/ports/file-storage.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import type { Ctx, OutsideContext, WorkContext } from '../../context/context.ts';
import type { Session } from '../../lib/session.ts';
import { quotaKeyOf } from '../../lib/quota-key.ts';
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

/** What storing a file needs: of a caller, or of work on behalf of a pet owner. */
export interface StoringContext extends Pick<
  OutsideContext,
  'deps' | 'now' | 'log' | 'requestId' | 'inPractice'
> {
  session: Pick<Session, 'tenantId' | 'clientId'>;
}

/**
 * Longest edge in pixels: less than half of a 48-megapixel camera's, whose pictures are then never fully decoded. A
 * portrait and a logo are never shown large.
 */
const pictureEdge = 3840;
export const portraitEdge = 1024;

/** How long an upload's bytes may exist without a file before they count as left behind. */
const uploadMs = 3_600_000;

const tenantOf = ({ tenantId }: Pick<Session, 'tenantId'>): number => {
  if (tenantId === null) throw new Error('A file needs a practice.');
  return tenantId;
};

/**
 * The part of an upload outside the database: checks the content, re-encodes a picture, stores the bytes.
 * @throws AppError `not_found`, `file_type_not_supported`, `file_too_large`, `too_many_files`, `storage_full`,
 * `storage_unavailable`, `unavailable`
 */
export async function prepareUpload(ctx: StoringContext, input: Upload): Promise<ReadyFile> {
  const isPortrait = input.file_type === 'profile_picture';
  if (isPortrait && input.entity_type !== 'animal') {
    throw invalidField('file_type', 'Only an animal has a profile picture.');
  }
  const tenantId = tenantOf(ctx.session);
  await ctx.inPractice(async (tx) => {
    const whose = whoseRecords(tenantId, ctx.session);
    await holdOwner(tx, whose, input, { alone: false });
    if (!isPortrait) await mustHavePlaces(tx, whose, 1);
    // The replaced picture frees its space.
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
      quotaKeyOf(ctx.session),
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

/** The records that a caller may attach files to: for a pet owner only their own. */
const whoseRecords = (tenantId: number, { clientId }: Pick<Session, 'clientId'>): Whose => ({
  tenantId,
  clientId,
});

/**
 * How many files a pet owner can store at the practice, and their total size, because the space is the practice's.
 */
const maxUploads = 200;
const maxUploadedBytes = 100 * 1024 * 1024;

/**
 * Whether a pet owner may add `more` files; staff always may.
 * @throws AppError `too_many_files`
 */
async function mustHavePlaces(
  tx: TenantTransaction,
  { tenantId, clientId }: Whose,
  more: number,
): Promise<void> {
  if (clientId === null) return;
  const { files, bytes } = await countUploads(tx, tenantId, clientId);
  if (files + more > maxUploads) throw new AppError('too_many_files');
  // One more file has at least one byte.
  if (bytes + more > maxUploadedBytes) {
    throw new AppError('too_many_files', {
      message: 'You’ve used all your file storage. Delete some files, or contact the practice.',
    });
  }
}

/**
 * Whether the practice may store `more` bytes. Checked after they are recorded, it excludes concurrent uploads of the
 * practice, which are counted in one row.
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
 * A picture of at most 5 MB, and no other type.
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

/**
 * A cleaned name for a file of a type. @throws AppError `file_type_not_supported` when the two contradict each other
 */
export function nameOf(given: string, type: AcceptedType): string {
  const filename = plainFilename(given);
  return plainFilename(nameFor(filename, extensionOf(filename), type));
}

/** Stores bytes in the current store. An entry is recorded first, so that no bytes are stored without a trace. */
async function keep(ctx: StoringContext, content: Uint8Array): Promise<ReadyFile['kept']> {
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
    // Deleted now, it could still arrive afterwards: the entry stays until it is due.
    const isOver = !(error instanceof AppError && error.cause instanceof MayStillArrive);
    // It may have been stored anyway.
    if (isOver) await abandon(ctx, kept);
    throw error;
  }
  return kept;
}

/** Deletes the bytes that {@link prepareUpload} stored, unless the file was committed after all. */
export async function undoUpload(ctx: StoringContext, { kept }: ReadyFile): Promise<void> {
  if (kept.in !== 'database') await abandon(ctx, kept);
}

async function abandon(
  ctx: StoringContext,
  kept: Exclude<ReadyFile['kept'], { in: 'database' }>,
): Promise<void> {
  try {
    const tenantId = tenantOf(ctx.session);
    const isUnused = await ctx.inPractice((tx) => abandonBytes(tx, tenantId, kept.key, ctx.now));
    // Not awaited: the store may be unavailable, and the recorded entry is retried.
    if (isUnused) void removeBytes(ctx.deps, { storage: kept.in, storage_key: kept.key });
  } catch (error) {
    ctx.log.warn({ err: error }, 'an upload that failed will be cleared away later');
  }
}

/** The deletions outside the database that a command leaves. */
export interface Leftovers<Answer> {
  answer: Answer;
  gone: readonly GoneFile[];
}

/**
 * Records an upload. An animal's previous picture is deleted in the same step; two at once leave one.
 * @throws AppError `not_found`, `too_many_files`, `storage_full`
 */
export async function createFile(
  ctx: WorkContext,
  input: Upload,
  file: ReadyFile,
): Promise<Leftovers<OutputOf<'file/upload'>> & OutputOf<'file/upload'>> {
  const isPortrait = file.fileType === 'profile_picture';
  const whose = whoseRecords(ctx.tenantId, ctx.session);
  const { clientId } = whose;
  // Their uploads are counted one after the other.
  if (clientId !== null)
    await holdOwner(ctx.tx, whose, { entity_type: 'client', entity_id: clientId }, { alone: true });
  await holdOwner(ctx.tx, whose, input, { alone: isPortrait });
  const gone = isPortrait ? await deleteProfilePicture(ctx, input.entity_id) : [];
  if (file.kept.in !== 'database') await claimBytes(ctx, file.kept.key);
  const file_id = await insertFile(ctx, file, input);
  await mustHavePlaces(ctx.tx, whose, 0);
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
 * Deletes outside the database the bytes that the transaction has released. Not awaited: the store may be unavailable,
 * and recorded entries are retried.
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
 * A file with its content, from any store; large ones take turns.
 * @throws AppError `storage_unavailable` also when the store returns altered bytes
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
