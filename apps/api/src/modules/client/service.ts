import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { errors } from '@burrow/contracts/errors';
import type { Ctx } from '../../context/context.ts';
import { countAttempt } from '../../db/attempt-count.ts';
import { keepRegion } from '../../db/region-lock.ts';
import { AppError } from '../../lib/app-error.ts';
import { changesTo, noteChanges, type Wanted } from '../../lib/changes.ts';
import { hasScope, needScope } from '../../lib/key-scopes.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { normalisedPhone, phoneInput, portalPhone } from '../../lib/phone-number.ts';
import { cancelUpcomingBookings, lockUpcomingBookings } from '../booking/public.ts';
import {
  endClientSessions,
  endPortalAccess,
  signInPractice,
  signsInByCodeOnly,
  type FormerPhone,
} from '../portal-access/public.ts';
import { followWithdrawnOffers } from '../waitlist/public.ts';
import {
  clientWithPhone,
  insertClient,
  lockClient,
  updateClient,
  type ChangeableDetails,
  type ClientDetails,
  type LockedClient,
  type PhoneHolder,
} from './repository.ts';

/** How many other numbers a pet owner may try as their own. */
const phoneAttempts = { most: 5, seconds: 86_400 };

/**
 * Adds a client.
 * @returns the new client's id
 * @throws AppError `phone_taken` with the client who has the number, `invalid_input`; `forbidden` for a phone or email
 * during support access
 */
export async function createClient(ctx: Ctx, input: ParsedInputOf<'client_create'>): Promise<number> {
  const phone = input.phone ? phoneInput(input.phone, await keepRegion(ctx.tx, ctx.tenantId)) : null;
  if (phone !== null || input.email) refuseToSupport(ctx);
  const client = newClientDetails(input, phone);
  const id = await insertClient(ctx, client);
  if (id !== undefined) return id;
  throw phoneTaken(ctx, phone === null ? undefined : await clientWithPhone(ctx, phone));
}

/** A new client as stored, with defaults. `phone` as normalised by `phoneInput`. */
export const newClientDetails = (
  input: ParsedInputOf<'client_create'>,
  phone: string | null,
): ClientDetails => ({
  name: input.name,
  email: input.email ?? null,
  phone,
  address: input.address ?? null,
  notes: input.notes ?? null,
  likes_sms: input.likes_sms ?? true,
  likes_email: input.likes_email ?? true,
  likes_recall: input.likes_recall ?? true,
  alert: input.alert ?? null,
});

/**
 * Changes the given fields of a client; omitted ones stay, null clears. The audit log gets the names of the changed
 * fields. Another number, or none, ends their portal access: the new one has to be verified first. An API key needs
 * `clients:read` for phone and email: by changing them it could read the client's messages and portal.
 * @returns the previous number if it had portal access, so that it can be notified; otherwise null
 * @throws AppError `not_found`, `phone_taken` with the client who has the number, `invalid_input`, `scope_missing`;
 * `forbidden` for another phone or email during support access
 */
export async function changeClient(
  ctx: Ctx,
  input: ParsedInputOf<'client_update'>,
): Promise<FormerPhone | null> {
  const { client_id: clientId, phone, ...details } = input;
  // Refused before any comparison: such a key must not learn whether a number is the client's own.
  if (phone !== undefined || details.email !== undefined) needScope(ctx, 'clients:read');
  const locale = phone === undefined ? ctx.session.locale : await keepRegion(ctx.tx, ctx.tenantId);
  const client = await lockedClient(ctx, clientId);
  const number = phone ? phoneInput(phone, locale) : phone;
  const changes = await writeClient(ctx, client, { ...details, phone: number }, (holder) =>
    phoneTaken(ctx, holder),
  );
  if (changes.phone !== undefined || changes.email !== undefined) refuseToSupport(ctx);
  if (changes.phone === undefined) return null;
  if (!(await endPortalAccess(ctx.tx, ctx.tenantId, clientId, ctx.now))) return null;
  ctx.auditDetails({ portal_access_ended: true });
  return client.phone === null ? null : formerPhone(ctx, client.phone, locale);
}

const formerPhone = async ({ tx, tenantId }: Ctx, phone: string, locale: string): Promise<FormerPhone> => ({
  phone,
  locale,
  practiceName: (await signInPractice(tx, tenantId)).tenant_name,
});

/**
 * Changes the calling pet owner's own details, as {@link changeClient}. The phone number is their sign-in; an unchanged
 * one may predate today's rules. Another one ends their other sessions.
 * @returns the previous number, if it was changed
 * @throws AppError `phone_taken` without naming the client, `phone_not_verified`, `rate_limited`, `invalid_input`
 */
export async function changeOwnDetails(
  ctx: Ctx,
  { phone, ...details }: ParsedInputOf<'cp/client_update'>,
): Promise<FormerPhone | null> {
  const { tx, tenantId, now, session } = ctx;
  const locale = phone === undefined ? session.locale : await keepRegion(tx, tenantId);
  const client = await lockedClient(ctx, ownClientId(ctx));
  const isNew = phone !== undefined && normalisedPhone(phone, locale) !== client.phone;
  const number = isNew && phone !== client.phone ? portalPhone(phone, locale) : undefined;
  if (number !== undefined) await checkOtherNumber(ctx, client);
  const changes = await writeClient(ctx, client, { ...details, phone: number }, numberUnavailable).catch(
    (error: unknown) => {
      // Another client got the number at the same moment.
      if (error instanceof AppError && error.code === 'phone_taken') throw numberUnavailable();
      throw error;
    },
  );
  if (changes.phone === undefined) return null;
  await endClientSessions(tx, client.id, now, session.keyId);
  return client.phone === null ? null : formerPhone(ctx, client.phone, locale);
}

async function writeClient(
  ctx: Ctx,
  client: LockedClient,
  wanted: Wanted<ChangeableDetails>,
  refusal: (holder: PhoneHolder) => AppError,
): Promise<Partial<ChangeableDetails>> {
  const changes = changesTo<ChangeableDetails>(client, wanted);
  if (changes.phone) {
    const holder = await clientWithPhone(ctx, changes.phone);
    if (holder) throw refusal(holder);
  }
  if (noteChanges(ctx, changes)) await updateClient(ctx, client.id, changes);
  return changes;
}

/**
 * Archives a client, and with `cancel_bookings` cancels the upcoming appointments. Idempotent.
 * @returns the ids of the cancelled appointments, which the audit log gets too
 * @throws AppError `not_found`
 */
export async function archiveClient(
  ctx: Ctx,
  input: ParsedInputOf<'client_archive'>,
): Promise<OutputOf<'client_archive'>> {
  const { tx, now } = ctx;
  if (input.cancel_bookings) await lockUpcomingBookings(ctx, { clientId: input.client_id });
  const client = await lockedClient(ctx, input.client_id);
  if (!client.archived) {
    await updateClient(ctx, client.id, { archived_at: now });
    // Sessions are refused from here on anyway; end them, so that restoring the client revives none.
    await endClientSessions(tx, client.id, now);
    await followWithdrawnOffers(ctx, { clientId: client.id });
  }
  const cancelled = input.cancel_bookings
    ? await cancelUpcomingBookings(ctx, { clientId: client.id }, { tellsClient: false })
    : [];
  if (cancelled.length > 0) ctx.auditDetails({ cancelled_bookings: cancelled });
  return { success: true, cancelled_bookings: cancelled };
}

/**
 * Restores an archived client; no effect on an active one. Cancelled appointments stay cancelled.
 * @throws AppError `not_found`
 */
export async function restoreClient(ctx: Ctx, clientId: number): Promise<void> {
  const client = await lockedClient(ctx, clientId);
  if (client.archived) await updateClient(ctx, client.id, { archived_at: null });
}

/**
 * The client, locked against every other change until the transaction ends.
 * @throws AppError `not_found`
 */
export async function lockedClient(ctx: Ctx, clientId: number): Promise<LockedClient> {
  const client = await lockClient(ctx, clientId);
  if (!client) throw new AppError('not_found', { message: 'Client not found' });
  return client;
}

/**
 * Refuses a new phone number or email during support access: messages and portal codes would go there afterwards, and the
 * number could sign up for the portal.
 * @throws AppError `forbidden`
 */
function refuseToSupport({ session }: Ctx): void {
  if (session.supportUntil === null) return;
  throw new AppError('forbidden', {
    message:
      'A client’s phone number and email can’t be entered or changed during support access. Ask the practice.',
  });
}

/**
 * Names the client who has the number, to callers who may read clients; without a holder (deleted meanwhile) the refusal
 * stays general.
 */
function phoneTaken({ session }: Ctx, holder: PhoneHolder | undefined): AppError {
  if (!holder) return new AppError('phone_taken');
  if (!hasScope(session, 'clients:read')) {
    const { message } = errors.phone_taken;
    return new AppError('phone_taken', { fields: { phone: message }, existing_id: holder.id });
  }
  const taken = `Another client, ${holder.name}, already has this phone number.`;
  const message = holder.archived ? `${taken} They’re archived and can be restored.` : taken;
  return new AppError('phone_taken', { message, fields: { phone: message }, existing_id: holder.id });
}

/**
 * Refuses another number to a pet owner who signs in with codes to the current one, and counts the attempt.
 * @throws AppError `phone_not_verified`, `rate_limited`
 */
async function checkOtherNumber(ctx: Ctx, { id, phone }: LockedClient): Promise<void> {
  if (phone !== null && (await signsInByCodeOnly(ctx.tx, ctx.tenantId, phone))) {
    const message =
      'You sign in with codes to this number. To use another one, first choose a password with “Forgot your password” on the sign-in page, or ask the practice.';
    throw new AppError('phone_not_verified', { message, fields: { phone: message } });
  }
  await countPhoneAttempt(ctx, id);
}

/**
 * Counts an attempt of the calling pet owner to change their number, taken or not, to prevent probing which numbers are
 * clients'. Outside the transaction, because a refused number counts too.
 * @throws AppError `rate_limited`
 */
async function countPhoneAttempt({ deps, tenantId }: Ctx, clientId: number): Promise<void> {
  const place = `own-phone:${tenantId}:${clientId}`;
  const { count, waitSeconds } = await countAttempt(deps.database.control, place, phoneAttempts.seconds);
  if (count <= phoneAttempts.most) return;
  throw new AppError('rate_limited', {
    message: 'You can’t change your mobile number again today. Please try tomorrow, or contact the practice.',
    retryAfterSeconds: waitSeconds,
  });
}

/** A pet owner must not learn whose number it is. */
function numberUnavailable(): AppError {
  const message = 'This mobile number can’t be used here. Please contact the practice.';
  return new AppError('phone_taken', { message, fields: { phone: message } });
}
