import type { ParsedInputOf } from '@burrow/contracts/actions';
import { dayMs } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { ownClientId } from '../../lib/own-client.ts';
import {
  lockDiary,
  checkRequest,
  type AppointmentRequest,
  type WantedAppointment,
} from '../booking/public.ts';
import { planLook } from './check.ts';
import { endOfferByServer, lockOfferOfDeposit } from '../offer/public.ts';
import { insertDeposit, lockOpenOf, updateDeposit, type Deposit } from './repository.ts';

const minuteMs = 60_000;
/** How long the time is reserved. */
export const heldMinutes = 30;
/** How many payments one client may have in progress: each reserves a time. */
const maxHeld = 3;
/** How many payments of one client may be refunded within a day: each costs messages and the provider's fee. */
const maxReturned = 3;
/** How many they may start within a day without paying: each reserves a time for a while. */
const maxUnpaid = 10;
/**
 * How long a hold without a checkout is retried under its own key. By then its creator has had an answer, and the
 * provider accepts no checkout that would end in less than half an hour.
 */
const beginningMs = 30_000;

interface PageFacts {
  subdomain: string | null;
  custom_host: string | null;
  service_name: string | null;
  email: string | null;
}

// $2 client, $3 service.
const pageFacts = statement<PageFacts>(
  'facts_for_checkout',
  `select t.subdomain::text as subdomain, t.custom_host::text as custom_host,
     (select s.name from services s where s.tenant_id = t.id and s.id = $3) as service_name,
     (select c.email from clients c where c.tenant_id = t.id and c.id = $2) as email
   from tenants t where t.id = $1`,
);

/** What a payment page says about an appointment, and the addresses of its practice. */
export async function readPage(
  { tx, tenantId }: Ctx,
  { clientId, serviceId }: { clientId: number; serviceId: number | null },
) {
  const facts = await tx.row(pageFacts, [tenantId, clientId, serviceId]);
  if (!facts) throw new Error('The practice of this session was not found.');
  const { service_name: service, email, ...practice } = facts;
  return { practice, page: { tenantId, description: `Deposit for ${service ?? 'an appointment'}`, email } };
}

// Payments that could not be created at the provider do not count: they reserved no time.
const vainPayments = statement<{ returned: number; unpaid: number }>(
  'vain_payments_of_client',
  `select count(*) filter (where d.status = 'returned') as returned,
     count(*) filter (where d.status = 'open' or d.status = 'ended' and d.checkout_reference is not null) as unpaid
   from deposits d
   where d.tenant_id = $1 and d.client_id = $2 and d.created_at > $3`,
);

/** A held time, with the details for its payment page. */
export interface HeldAppointment {
  tenantId: number;
  deposit: Deposit;
  description: string;
  email: string | null;
  /** Whether this call created the hold; otherwise an earlier one did, which may still be creating the checkout. */
  isNew: boolean;
  /** The checkouts of the caller's replaced deposits. */
  replaced: string[];
  /** The pages to which the browser returns, under the portal's origin: after paying, and without. */
  paidPath: string;
  cancelPath: string;
}

/**
 * Holds the time of an appointment for its deposit. A payment already in progress for it is returned; the caller's
 * other ones for that time end.
 * @param host the requested host
 * @throws AppError as a request, and `deposit_not_asked`
 */
export async function holdAppointment(
  ctx: Ctx,
  input: ParsedInputOf<'cp/payment/create_checkout'>,
  host: string,
): Promise<HeldAppointment> {
  const { tenantId, deps, now } = ctx;
  if (!deps.payments.isConfigured) throw new AppError('deposit_not_asked');
  const clientId = ownClientId(ctx);
  const [, open, { practice, page }] = await Promise.all([
    lockDiary(ctx),
    lockOpenOf(ctx, clientId),
    readPage(ctx, { clientId, serviceId: input.service_id }),
  ]);
  const said = {
    ...page,
    paidPath: `/app/cp/booking/payment-callback?tenant=${tenantId}`,
    cancelPath: `/app/cp/booking/create?tenant=${tenantId}&payment=cancelled`,
  };
  const running = open.find((deposit) => isRunning(deposit, now) && isSame(deposit, input));
  if (running) {
    const notes = input.notes ?? null;
    if (notes !== running.notes) await updateDeposit(ctx, running.id, { notes });
    ctx.auditDetails({ deposit_id: running.id });
    return { ...said, deposit: running, isNew: false, replaced: [] };
  }
  const { deposit, replaced } = await hold(ctx, input, open, {
    return_origin: originFor(ctx, input.return_url, host, practice),
    return_path: returnPath(input.return_url, practice.subdomain),
  });
  ctx.auditDetails({ deposit_id: deposit.id });
  const checkouts = replaced.flatMap(({ checkout_reference: reference }) => reference ?? []);
  return { ...said, deposit, isNew: true, replaced: checkouts };
}

interface ReturnOrigin {
  /** The address that the caller sent, any text. */
  wanted: string | undefined;
  /** The address of this server, if known. */
  publicUrl: string | undefined;
  /**
   * The Host header, which is untrusted: used only if the server's address is not known, or as the IP address of a machine
   * that runs a trial.
   */
  askedHost: string;
  practice: { subdomain: string | null; custom_host: string | null };
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether an origin is the same server under another name, if its own address is a loopback name, as in a trial: another
 * loopback name, or the machine's IP address, as a phone opens it. Never a host name, which could lead elsewhere.
 */
function isTrialServer(asked: URL, own: URL, askedHost: string): boolean {
  if (!loopback.has(own.hostname) || asked.port !== own.port || asked.protocol !== own.protocol) return false;
  const isNumber = /^(?:\d{1,3}\.){3}\d{1,3}$|^\[[\da-f:.]+\]$/i.test(asked.hostname);
  return loopback.has(asked.hostname) || (isNumber && asked.hostname === askedHost);
}

/**
 * The origin to which a browser returns after paying: the requested one when it is this server's, by its own address, by
 * the practice's own host, by the practice's subdomain, or by another name of the machine that runs a trial; otherwise
 * the server's own. Null when none is known.
 */
export function returnOrigin({ wanted, publicUrl, askedHost, practice }: ReturnOrigin): string | null {
  const asked = originOf(wanted);
  if (publicUrl === undefined) return asked?.hostname === askedHost ? asked.origin : null;
  const own = new URL(publicUrl);
  if (asked === null || asked.origin === own.origin) return own.origin;
  if (isTrialServer(asked, own, askedHost)) return asked.origin;
  const hosts = [practice.custom_host, practice.subdomain && `${practice.subdomain}.${own.hostname}`];
  const isPractices = hosts.some((host) => host?.toLowerCase() === asked.hostname);
  // An encrypted page never leads to an unencrypted one, and ports are the server's to choose.
  const isServed = asked.protocol === own.protocol && (asked.port === '' || asked.port === own.port);
  return isPractices && isServed ? asked.origin : own.origin;
}

function originOf(url: string | undefined): URL | null {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed : null;
}

/** The path of the practice's booking page, if the payment is begun there; null for the portal's page. */
export function returnPath(wanted: string | undefined, subdomain: string | null): string | null {
  const path = originOf(wanted)?.pathname.toLowerCase().replace(/\/$/, '');
  return path === '/book' || (subdomain !== null && path === `/book/${subdomain.toLowerCase()}`)
    ? path
    : null;
}

/** @throws AppError `invalid_input` when neither the server nor the caller provides a return address */
export function originFor(
  { deps }: Ctx,
  wanted: string | undefined,
  askedHost: string,
  practice: Pick<PageFacts, 'subdomain' | 'custom_host'>,
): string {
  const origin = returnOrigin({ wanted, publicUrl: deps.env.PUBLIC_URL, askedHost, practice });
  if (origin === null) throw invalidField('return_url', 'Enter the address of this page.');
  return origin;
}

/** Creates a new hold; the client's `open` deposits at its time are replaced. */
async function hold(
  ctx: Ctx,
  wanted: WantedAppointment,
  open: readonly Deposit[],
  returnsTo: Pick<Deposit, 'return_origin' | 'return_path'>,
): Promise<{ deposit: Deposit; replaced: Deposit[] }> {
  const { now } = ctx;
  const clientId = ownClientId(ctx);
  const [{ request, depositPence }] = await Promise.all([
    checkRequest(ctx, clientId, wanted),
    refuseVainPayments(ctx, clientId),
  ]);
  if (depositPence === 0) throw new AppError('deposit_not_asked');
  const replaced = await endOverlapping(ctx, open, request);
  const held = open.filter((deposit) => deposit.held_until > now && !replaced.includes(deposit));
  if (held.length >= maxHeld) throw new AppError('too_many_requests_waiting');
  const deposit = await insertDeposit(ctx, {
    ...request,
    amount_pence: depositPence,
    currency: ctx.session.currency,
    held_until: new Date(now.getTime() + heldMinutes * minuteMs),
    ...returnsTo,
    created_at: now,
  });
  await planLook(ctx, deposit);
  return { deposit, replaced };
}

/**
 * Refuses another payment to a client with too many refunded or unpaid ones within a day. Call it under the lock for
 * writing a deposit, so that simultaneous ones are all counted.
 * @throws AppError `too_many_requests_waiting`
 */
export async function refuseVainPayments({ tx, tenantId, now }: Ctx, clientId: number): Promise<void> {
  const vain = await tx.row(vainPayments, [tenantId, clientId, new Date(now.getTime() - dayMs)]);
  if (vain && vain.returned < maxReturned && vain.unpaid < maxUnpaid) return;
  throw new AppError('too_many_requests_waiting', {
    message: 'Too many unfinished payments today. Please contact the practice to book.',
  });
}

/**
 * Whether it can be paid, or its checkout may just be in creation. One whose answer was lost is replaced by a new one.
 */
export const isRunning = (deposit: Deposit, now: Date): boolean =>
  deposit.held_until > now &&
  (deposit.checkout_reference !== null || now.getTime() - deposit.created_at.getTime() < beginningMs);

const isSame = (deposit: Deposit, wanted: WantedAppointment): boolean =>
  deposit.animal_id === wanted.animal_id &&
  deposit.service_id === wanted.service_id &&
  deposit.booking_date === wanted.booking_date &&
  deposit.booking_time === wanted.booking_time &&
  (!wanted.staff_id || deposit.staff_id === wanted.staff_id);

/** A client can hold a time only once: a new request ends their open deposits at its time. */
async function endOverlapping(
  ctx: Ctx,
  open: readonly Deposit[],
  request: AppointmentRequest,
): Promise<Deposit[]> {
  const overlapping = open.filter(
    (deposit) => begin(deposit) < end(request) && begin(request) < end(deposit),
  );
  for (const { id } of overlapping) {
    await updateDeposit(ctx, id, { status: 'ended' });
    const offer = await lockOfferOfDeposit(ctx, id);
    if (offer) await endOfferByServer(ctx, offer, 'lapsed', ctx.now);
  }
  return overlapping;
}

const begin = ({ starts_at: at }: AppointmentRequest): number => at.getTime();
const end = (request: AppointmentRequest): number => begin(request) + request.duration_minutes * minuteMs;
