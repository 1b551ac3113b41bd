import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { AppError } from '../../lib/app-error.ts';
import { changesTo, noteChanges, type Wanted } from '../../lib/changes.ts';
import type { Ctx } from '../../lib/context.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { normalisedPhone, phoneInput, portalPhone } from '../../lib/phone-number.ts';
import { cancelUpcomingBookings } from '../booking/service.ts';
import { endClientSessions } from '../portal-access/client-sessions-service.ts';
import {
  clientWithPhone,
  insertClient,
  lockClient,
  updateClient,
  type ClientDetails,
  type LockedClient,
  type PhoneHolder,
} from './repository.ts';

/**
 * Adds a client.
 * @returns the new client's id
 * @throws AppError `phone_taken` with the client who has the number, `invalid_input`
 */
export async function createClient(ctx: Ctx, input: ParsedInputOf<'client_create'>): Promise<number> {
  const { tx, tenantId, session, now } = ctx;
  const phone = input.phone ? phoneInput(input.phone, session.locale) : null;
  const client: ClientDetails = {
    name: input.name,
    email: input.email ?? null,
    phone,
    address: input.address ?? null,
    notes: input.notes ?? null,
    likes_sms: input.likes_sms ?? true,
    likes_email: input.likes_email ?? true,
  };
  const id = await insertClient(tx, tenantId, client, now);
  if (id !== undefined) return id;
  throw phoneTaken(phone === null ? undefined : await clientWithPhone(tx, tenantId, phone));
}

/**
 * Changes what is given of a client; what is omitted stays, null clears. The audit log gets the names of the fields that
 * changed.
 * @throws AppError `not_found`, `phone_taken` with the client who has the number, `invalid_input`
 */
export async function changeClient(ctx: Ctx, input: ParsedInputOf<'client_update'>): Promise<void> {
  const { client_id: clientId, phone, ...details } = input;
  const client = await lockedClient(ctx, clientId);
  const number = phone ? phoneInput(phone, ctx.session.locale) : phone;
  await writeClient(ctx, client, { ...details, phone: number }, phoneTaken);
}

/**
 * Changes what the pet owner who calls says about themselves, as {@link changeClient}. The phone number is what signs
 * in; one that stays as it is may be older than that.
 * @throws AppError `phone_taken` without a word about whose it is, `invalid_input`
 */
export async function changeOwnDetails(
  ctx: Ctx,
  { phone, ...details }: ParsedInputOf<'cp/client_update'>,
): Promise<void> {
  const { locale } = ctx.session;
  const client = await lockedClient(ctx, ownClientId(ctx));
  const isNew = phone !== undefined && normalisedPhone(phone, locale) !== client.phone;
  const number = isNew && phone !== client.phone ? portalPhone(phone, locale) : undefined;
  try {
    await writeClient(ctx, client, { ...details, phone: number }, numberUnavailable);
  } catch (error) {
    // Somebody else was given the number at the same moment.
    if (error instanceof AppError && error.code === 'phone_taken') throw numberUnavailable();
    throw error;
  }
}

async function writeClient(
  ctx: Ctx,
  client: LockedClient,
  wanted: Wanted<ClientDetails>,
  refusal: (holder: PhoneHolder) => AppError,
): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const changes = changesTo<ClientDetails>(client, wanted);
  if (changes.phone) {
    const holder = await clientWithPhone(tx, tenantId, changes.phone);
    if (holder) throw refusal(holder);
  }
  if (noteChanges(ctx, changes)) await updateClient(tx, tenantId, client.id, changes, now);
}

/**
 * Archives a client, and with `cancel_bookings` cancels the appointments still to come. Archiving twice is harmless.
 * @returns the ids of the cancelled appointments, which the audit log gets too
 * @throws AppError `not_found`
 */
export async function archiveClient(
  ctx: Ctx,
  input: ParsedInputOf<'client_archive'>,
): Promise<OutputOf<'client_archive'>> {
  const { tx, tenantId, now } = ctx;
  const client = await lockedClient(ctx, input.client_id);
  if (!client.archived) {
    await updateClient(tx, tenantId, client.id, { archived_at: now }, now);
    // Refused from here on in any case; ended, so that restoring the client brings none back.
    await endClientSessions(tx, client.id, now);
  }
  const cancelled = input.cancel_bookings ? await cancelUpcomingBookings(ctx, { clientId: client.id }) : [];
  if (cancelled.length > 0) ctx.auditDetails({ cancelled_bookings: cancelled });
  return { success: true, cancelled_bookings: cancelled };
}

/**
 * Takes an archived client back into use; harmless for one who is. Cancelled appointments stay cancelled.
 * @throws AppError `not_found`
 */
export async function restoreClient(ctx: Ctx, clientId: number): Promise<void> {
  const client = await lockedClient(ctx, clientId);
  if (client.archived) await updateClient(ctx.tx, ctx.tenantId, client.id, { archived_at: null }, ctx.now);
}

/**
 * The client, locked against every other change until the transaction ends.
 * @throws AppError `not_found`
 */
export async function lockedClient({ tx, tenantId }: Ctx, clientId: number): Promise<LockedClient> {
  const client = await lockClient(tx, tenantId, clientId);
  if (!client) throw new AppError('not_found', { message: 'Client not found' });
  return client;
}

/** Names the client who has the number; without one (gone in the meantime) the refusal stays general. */
function phoneTaken(holder: PhoneHolder | undefined): AppError {
  if (!holder) return new AppError('phone_taken');
  const taken = `Another client, ${holder.name}, already has this phone number.`;
  const message = holder.archived ? `${taken} They are archived and can be restored.` : taken;
  return new AppError('phone_taken', { message, fields: { phone: message }, existing_id: holder.id });
}

/** Whose number it is, is nothing for a pet owner to know. */
function numberUnavailable(): AppError {
  const message = 'This mobile number cannot be used. Please contact the practice.';
  return new AppError('phone_taken', { message, fields: { phone: message } });
}
