import type { Dependencies, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import type { IncomingMail } from '../../lib/ports/mail-reader.ts';
import type { ReplyTarget } from '../../lib/reply-address.ts';
import { createFile, plainFilename, prepareUpload, undoUpload, type StoringContext } from '../file/public.ts';
import { bodyOf, refusalOf, type LeftOut } from './kept-email.ts';
import { keepIncomingEmail } from './incoming-email.ts';

/** Emails of one client beyond this in an hour are refused for now; their mail server sends them again later. */
const maxReceived = 20;
const hourMs = 60 * 60 * 1000;

/** An email to the reply address of a client. */
export interface EmailToClient {
  target: ReplyTarget;
  mail: IncomingMail;
  requestId: string;
}

/** What became of an email: kept, now or when it came before, or its practice or client does not exist any more. */
type Outcome = 'kept' | 'known' | 'unknown';

type PreparedFile = { filename: string; ready: Awaited<ReturnType<typeof prepareUpload>> };
interface PreparedFiles {
  files: readonly PreparedFile[];
  leftOut: readonly LeftOut[];
}

/**
 * Keeps a client's email in the conversation with them, and notifies the practice unless a program sent it; nothing ever
 * answers it. A suspended practice and an archived client receive it too. Idempotent.
 * @throws AppError `rate_limited`, `unavailable`, `storage_unavailable` to be sent again
 */
export async function takeEmail(deps: Dependencies, email: EmailToClient): Promise<Outcome> {
  const { target, requestId } = email;
  const work = { ...target, action: 'message_resend', requestId } as const;
  try {
    const { outcome } = await inPractice(deps, work, (ctx) => admit(ctx, email));
    if (outcome !== null) return outcome;
  } catch (error) {
    // The practice was deleted.
    if (error instanceof AppError && error.code === 'not_found') return 'unknown';
    throw error;
  }
  const storing = storingContext(deps, work);
  const prepared = await prepareFiles(storing, email);
  const keep = (given: PreparedFiles): Promise<Outcome> =>
    inPractice(deps, work, (ctx) => keepWith(ctx, email, given));
  let outcome: Outcome | null = null;
  try {
    outcome = await keep(prepared);
    return outcome;
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    // Together they exceed what may be stored: the words are kept without them.
    const all = prepared.files.map(({ filename }) => ({ filename, reason }));
    return await keep({ files: [], leftOut: [...all, ...prepared.leftOut] });
  } finally {
    if (outcome !== 'kept') await undoFiles(storing, prepared.files);
  }
}

interface ReceivingClient {
  email: string | null;
  erased: boolean;
  is_known: boolean;
  received: number;
}

// Locks the client, so that their emails are counted one after the other.
const receivingClient = statement<ReceivingClient>(
  'receiving_client',
  `select c.email, c.erased_at is not null as erased,
     exists (select 1 from comms k where k.tenant_id = $1 and k.dedupe_key = 'in:' || $3) as is_known,
     (select count(*)::int from (
        select 1 from comms k
        where k.tenant_id = $1 and k.client_id = $2 and k.direction = 'in' and k.type = 'email' and k.created_at > $4
        limit $5) l) as received
   from clients c where c.tenant_id = $1 and c.id = $2
   for no key update of c`,
);

/** The same for the same email to the same client: one may go to several clients of a household. */
const referenceOf = ({ target, mail }: EmailToClient): string => `email-${target.clientId}-${mail.id}`;

/**
 * Locks the client, and whether their email is kept: `outcome` is null if it is.
 * @throws AppError `rate_limited`
 */
async function admit(
  { tx, tenantId, now }: WorkContext,
  email: EmailToClient,
): Promise<{ outcome: Exclude<Outcome, 'kept'> | null; clientEmail: string | null }> {
  const { clientId } = email.target;
  const client = await tx.row(receivingClient, [
    tenantId,
    clientId,
    referenceOf(email),
    new Date(now.getTime() - hourMs),
    maxReceived,
  ]);
  if (!client || client.erased) return { outcome: 'unknown', clientEmail: null };
  const clientEmail = client.email;
  if (client.is_known) return { outcome: 'known', clientEmail };
  if (client.received >= maxReceived) {
    throw new AppError('rate_limited', {
      message: 'Too many emails arrived from this client in the last hour. Try again later.',
      retryAfterSeconds: hourMs / 1000,
    });
  }
  return { outcome: null, clientEmail };
}

async function keepWith(
  ctx: WorkContext,
  email: EmailToClient,
  { files, leftOut }: PreparedFiles,
): Promise<Outcome> {
  const { mail, target } = email;
  const { outcome, clientEmail } = await admit(ctx, email);
  if (outcome !== null) return outcome;
  const owner = { entity_type: 'client', entity_id: target.clientId } as const;
  const fileIds: number[] = [];
  for (const { filename, ready } of files) {
    const { file_id } = await createFile(ctx, { ...owner, filename, file_data: new Uint8Array() }, ready);
    fileIds.push(file_id);
  }
  await keepIncomingEmail(ctx, {
    clientId: target.clientId,
    from: mail.from,
    subject: mail.subject || null,
    body: bodyOf(mail, { clientEmail, leftOut }),
    reference: referenceOf(email),
    fileIds,
    isAutomatic: mail.isAutomatic,
  });
  return 'kept';
}

/** As if the client uploaded the attachments in the portal: the same limits apply. */
function storingContext(
  deps: Dependencies,
  work: Parameters<typeof inPractice>[1] & { clientId: number },
): StoringContext {
  const { tenantId, clientId, requestId } = work;
  return {
    deps,
    requestId,
    now: deps.clock.now(),
    log: deps.log.child({ request_id: requestId }),
    session: { tenantId, clientId },
    inPractice: (run) => inPractice(deps, work, ({ tx }) => run(tx)),
  };
}

/** Checks and stores the attachments. Those that are refused are left out. */
async function prepareFiles(ctx: StoringContext, { target, mail }: EmailToClient): Promise<PreparedFiles> {
  const files: PreparedFile[] = [];
  const leftOut: LeftOut[] = [];
  try {
    for (const { filename: given, content } of mail.attachments) {
      const owner = { entity_type: 'client', entity_id: target.clientId } as const;
      const filename = plainFilename(given);
      try {
        const ready = await prepareUpload(ctx, { ...owner, filename, file_data: content });
        files.push({ filename, ready });
      } catch (error) {
        const reason = refusalOf(error);
        if (reason === null) throw error;
        leftOut.push({ filename, reason });
      }
    }
  } catch (error) {
    await undoFiles(ctx, files);
    throw error;
  }
  const beyond = mail.leftOut.map((name) => ({
    filename: plainFilename(name),
    reason: 'too_many_attachments' as const,
  }));
  return { files, leftOut: [...leftOut, ...beyond] };
}

async function undoFiles(ctx: StoringContext, files: readonly PreparedFile[]): Promise<void> {
  for (const { ready } of files) await undoUpload(ctx, ready);
}
