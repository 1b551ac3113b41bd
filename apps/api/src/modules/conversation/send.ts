import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxAttachedBytes, maxTextMessageLength } from '@burrow/contracts/conversation-limits';
import { ownWords } from '@burrow/contracts/message-text';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { attachFiles, awaitTextTurn } from '../message/public.ts';
import { tellScreens } from '../notification/public.ts';
import { addressedClient, channelState, type Addressed } from './channels.ts';

type Message = ParsedInputOf<'message_send'>;

const insertMessage = statement<{ id: number }>(
  'insert_own_words',
  `insert into comms (tenant_id, client_id, type, status, kind, recipient, subject, body, author_id, due_at, created_at, updated_at)
   values ($1, $2, $3, 'pending', '${ownWords}', $4, $5, $6, $7, $8, $9, $9)
   returning id`,
);

/**
 * Queues a message in the caller's own words. The sender sends it as any other, with the same limits.
 * @throws AppError `invalid_input`, `not_found`, `no_channel`, `daily_limit_reached`, `attachments_too_large`
 */
export async function sendMessage(ctx: Ctx, message: Message): Promise<OutputOf<'message_send'>> {
  const { client_id: clientId, channel, file_ids: fileIds = [] } = message;
  checkForm(message);
  if (fileIds.length > 0) needScope(ctx, 'files:read');
  const client = await clientInTurn(ctx, clientId);
  const address = addressOf(ctx, client, message);
  const files = await attachable(ctx, clientId, fileIds);
  const dueAt = channel === 'sms' ? new Date(client.quiet_until) : ctx.now;
  const messageId = await queueMessage(ctx, message, { address, dueAt, files });
  ctx.auditDetails({ channels: [channel], ...(files.length > 0 ? { files: files.length } : {}) });
  tellScreens(ctx);
  return { success: true, message_id: messageId, due_at: dueAt.toISOString() };
}

/**
 * The client, once no other message of the practice is being counted: each counts towards the limit of the next.
 * @throws AppError `not_found`
 */
async function clientInTurn(ctx: Ctx, clientId: number): Promise<Addressed> {
  const [, client] = await Promise.all([awaitTextTurn(ctx.tx, ctx.tenantId), addressedClient(ctx, clientId)]);
  if (!client) throw new AppError('not_found', { message: 'Client not found' });
  return client;
}

/** Writes the message and its files to the log, from which the sender takes it. @returns its id */
async function queueMessage(
  { tx, tenantId, session, now }: Ctx,
  { client_id: clientId, channel, subject, body }: Message,
  { address, dueAt, files }: { address: string; dueAt: Date; files: readonly Attachable[] },
): Promise<number> {
  const title = channel === 'email' ? subject : null;
  const values = [tenantId, clientId, channel, address, title, body, session.userId, dueAt, now];
  const row = await tx.row(insertMessage, values);
  if (!row) throw new Error('The message was not inserted.');
  attachFiles(
    tx,
    tenantId,
    row.id,
    files.map(({ id }) => id),
  );
  return row.id;
}

/** What a channel allows. @throws AppError `invalid_input` */
function checkForm({ channel, subject, body, file_ids: fileIds = [] }: Message): void {
  if (channel === 'email') {
    if (subject === undefined) throw invalidField('subject', 'Enter a subject.');
    return;
  }
  if (body.length > maxTextMessageLength) {
    throw invalidField('body', `Use at most ${maxTextMessageLength} characters for a text message.`);
  }
  if (fileIds.length > 0)
    throw invalidField('file_ids', 'Files can only be sent by email. Choose email, or remove them.');
}

/** @throws AppError `no_channel`, `daily_limit_reached` */
function addressOf(ctx: Ctx, client: Addressed, { channel }: Message): string {
  const { problem, address } = channelState(ctx, client, channel);
  if (problem) throw new AppError(problem.code, { message: problem.message });
  if (address === null) throw new AppError('no_channel');
  return address;
}

interface Attachable {
  id: number;
  filename: string;
  file_size: number;
  is_theirs: boolean;
}

// Of an animal with a previous owner, that client's uploads are not the new one's. Without the practice's logo.
const attachableFiles = statement<Attachable>(
  'attachable_files',
  `select f.id, f.filename, f.file_size, coalesce(f.uploaded_by_client_id, $2) = $2
     and coalesce(f.client_id, a.client_id, b.client_id) = $2 as is_theirs
   from files f
   left join animals a on a.tenant_id = f.tenant_id and a.id = f.animal_id
   left join bookings b on b.tenant_id = f.tenant_id and b.id = f.booking_id
   where f.tenant_id = $1 and f.id = any($3::bigint[]) and num_nonnulls(f.client_id, f.animal_id, f.booking_id) = 1`,
);

/**
 * The files, of the client, their animals or appointments, in the order in which they are given.
 * @throws AppError `not_found`, `attachments_too_large`
 */
async function attachable(
  { tx, tenantId }: Ctx,
  clientId: number,
  fileIds: readonly number[],
): Promise<Attachable[]> {
  if (fileIds.length === 0) return [];
  const found = await tx.rows(attachableFiles, [tenantId, clientId, fileIds]);
  const files = fileIds.map((id) => found.find((file) => file.id === id));
  const known = files.filter((file) => file !== undefined);
  if (known.length < fileIds.length) {
    throw new AppError('not_found', {
      message: 'A file was not found in this client’s records. Choose the files again.',
    });
  }
  const refused = known.filter(({ is_theirs: isTheirs }) => !isTheirs).map(({ filename }) => filename);
  if (refused.length > 0) {
    const [belong, them] = refused.length === 1 ? ['belongs', 'it'] : ['belong', 'them'];
    const message = `${new Intl.ListFormat('en-GB').format(refused)} ${belong} to another client. Remove ${them}, then send again.`;
    throw new AppError('not_found', { message });
  }
  const bytes = known.reduce((sum, file) => sum + file.file_size, 0);
  if (bytes > maxAttachedBytes) throw new AppError('attachments_too_large');
  return known;
}

const lockQueued = statement<{ is_queued: boolean }>(
  'lock_own_words',
  `select k.status = 'pending' and k.handed_over_at is null as is_queued from comms k
   where k.tenant_id = $1 and k.id = $2 and k.kind = '${ownWords}'
   for update`,
);
const deleteQueued = statement('cancel_own_words', 'delete from comms where tenant_id = $1 and id = $2');

/**
 * Cancels a message in own words that the provider has not got yet. Nothing is left of it but the line in the audit log.
 * @throws AppError `not_found`, `message_not_queued`
 */
export async function cancelMessage(ctx: Ctx, messageId: number): Promise<void> {
  const { tx, tenantId } = ctx;
  const message = await tx.row(lockQueued, [tenantId, messageId]);
  if (!message) throw new AppError('not_found', { message: 'Message not found.' });
  if (!message.is_queued) throw new AppError('message_not_queued');
  await tx.rows(deleteQueued, [tenantId, messageId]);
  tellScreens(ctx);
}
