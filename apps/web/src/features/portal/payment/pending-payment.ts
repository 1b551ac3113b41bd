import type { InputOf } from '../../../lib/api.ts';
import type { Session } from '../../../lib/session.ts';

const checkoutKey = 'pending_checkout_id';
const bookingKey = 'pending_booking_data';

/** The requested appointment that a deposit is paid for. */
export type WantedAppointment = Pick<
  InputOf<'cp/booking_create'>,
  'animal_id' | 'service_id' | 'staff_id' | 'booking_date' | 'booking_time' | 'notes'
>;
type Payer = Pick<Session, 'tenantId' | 'userId'>;

/** The deposit payment in progress, as this browser stores it. */
export interface PendingPayment {
  checkoutId: string;
  /** Null if the browser no longer has it. */
  wanted: WantedAppointment | null;
  /** Whether it was begun from the reminders, where further pets may be due. */
  isOfReminder: boolean;
}

/** Stores what is needed after returning from the payment page. */
export function keepPendingPayment(
  { tenantId, userId }: Payer,
  { checkoutId, wanted, isOfReminder }: PendingPayment & { wanted: WantedAppointment },
): void {
  localStorage.setItem(checkoutKey, checkoutId);
  localStorage.setItem(
    bookingKey,
    JSON.stringify({
      ...wanted,
      tenant_id: tenantId,
      user_id: userId,
      checkout_id: checkoutId,
      ...(isOfReminder ? { of_reminder: true } : {}),
    }),
  );
}

/**
 * The stored payment of this person at this practice; null if there is none. Several people, and portals of several
 * practices, may share a browser, so payments of others are ignored.
 */
export function readPendingPayment(payer: Payer): PendingPayment | null {
  const checkoutId = localStorage.getItem(checkoutKey);
  return checkoutId === null || checkoutId === ''
    ? null
    : pendingPaymentIn(checkoutId, localStorage.getItem(bookingKey), payer);
}

/** See {@link readPendingPayment}; `stored` is the JSON beside the checkout. */
export function pendingPaymentIn(
  checkoutId: string,
  stored: string | null,
  { tenantId, userId }: Payer,
): PendingPayment | null {
  const kept = recordIn(stored);
  if (kept === null || kept['checkout_id'] !== checkoutId)
    return { checkoutId, wanted: null, isOfReminder: false };
  if (kept['tenant_id'] !== tenantId || kept['user_id'] !== userId) return null;
  return { checkoutId, wanted: wantedIn(kept), isOfReminder: kept['of_reminder'] === true };
}

/** Removes a payment, unless another one has started since. */
export function forgetPendingPayment(checkoutId: string): void {
  if (localStorage.getItem(checkoutKey) !== checkoutId) return;
  localStorage.removeItem(checkoutKey);
  localStorage.removeItem(bookingKey);
}

function recordIn(stored: string | null): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(stored ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...kept } : null;
  } catch {
    // Not written by this app, or truncated: treat as absent.
    return null;
  }
}

function wantedIn(kept: Record<string, unknown>): WantedAppointment | null {
  const { animal_id, service_id, staff_id, booking_date, booking_time, notes } = kept;
  if (typeof animal_id !== 'number' || typeof service_id !== 'number') return null;
  if (typeof booking_date !== 'string' || typeof booking_time !== 'string') return null;
  return {
    animal_id,
    service_id,
    ...(typeof staff_id === 'number' ? { staff_id } : {}),
    booking_date,
    booking_time,
    ...(typeof notes === 'string' ? { notes } : {}),
  };
}
