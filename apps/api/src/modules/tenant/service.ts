import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { weekdays } from '@burrow/contracts/tenant';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { dayMs } from '../../lib/clock.ts';
import type { Ctx } from '../../lib/context.ts';
import { phoneInput } from '../../lib/phone-number.ts';
import { subscriptionState } from '../../lib/subscription.ts';
import { moveToTimeZone } from '../booking/service.ts';
import { currencyInput, localeInput, timeZoneInput } from '../../lib/region.ts';
import { lockPractice, updatePractice, type PracticeColumns } from './repository.ts';

/** How the caller's practice stands with its subscription now; days left of a trial are rounded up. */
export function ownSubscription({ session, now }: Ctx): OutputOf<'subscription/status'> {
  const status = subscriptionState(session, now);
  const { trialEndsAt } = session;
  const daysLeft = trialEndsAt && Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayMs));
  return {
    has_subscription: status === 'active' || status === 'past_due',
    trial_end_date: trialEndsAt?.toISOString() ?? null,
    status,
    trial_days_left: status === 'trial' ? daysLeft : null,
  };
}

type PracticeInput = ParsedInputOf<'tenant_update'>;

/** The column of each field whose name differs. */
const columnOf: Partial<Record<keyof PracticeInput, keyof PracticeColumns>> = {
  name: 'contact_name',
  color: 'colour',
  grace: 'grace_minutes',
  deposit_amount: 'deposit_pence',
  vat_rate: 'vat_basis_points',
};

/**
 * Changes what is given of the practice's settings; what is omitted stays, null clears. A new time zone moves the
 * instants of the appointments still to come: they stay at their time on the practice's clock. The audit log gets the
 * names of the fields that changed.
 * @throws AppError `invalid_input`
 */
export async function changePractice(ctx: Ctx, input: PracticeInput): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const practice = await lockPractice(tx, tenantId);
  if (!practice) throw new AppError('not_found');
  const given = checkedInput(input, practice);
  const changed = (Object.keys(given) as (keyof PracticeInput)[]).filter(
    (field) => !sameValue(given[field], practice[columnNamed(field)]),
  );
  ctx.auditDetails({ changed });
  if (changed.length === 0) return;
  const changes = Object.fromEntries(
    changed.map((field) => [columnNamed(field), asWritten(given[field])]),
  ) as Partial<PracticeColumns>;
  checkDeposit({ ...practice, ...changes }, changes);
  await updatePractice(tx, tenantId, changes, now);
  if (changes.time_zone) await moveToTimeZone(ctx, changes.time_zone);
}

const columnNamed = (field: keyof PracticeInput): keyof PracticeColumns =>
  columnOf[field] ?? (field as keyof PracticeColumns);

/** What was sent, in the spelling that is kept. */
function checkedInput(input: PracticeInput, practice: PracticeColumns): PracticeInput {
  const given = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as PracticeInput;
  if (given.time_zone) given.time_zone = timeZoneInput(given.time_zone);
  if (given.locale) given.locale = localeInput(given.locale);
  if (given.currency) given.currency = currencyInput(given.currency);
  // A number that stays as it is may be older than the rules for new ones.
  if (given.phone && given.phone !== practice.phone) {
    given.phone = phoneInput(given.phone, given.locale ?? practice.locale);
  }
  return given;
}

function checkDeposit(practice: PracticeColumns, changes: Partial<PracticeColumns>): void {
  const asked = changes.deposit_required !== undefined || changes.deposit_pence !== undefined;
  if (asked && practice.deposit_required && practice.deposit_pence === 0) {
    throw invalidField('deposit_amount', 'Please give the amount of the deposit.');
  }
}

/** A value as its column takes it; opening hours are one JSON document. */
const asWritten = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** Whether a value is the one that is kept. PostgreSQL writes JSON with spaces and keys in an order of its own. */
function sameValue(given: unknown, kept: PracticeColumns[keyof PracticeColumns]): boolean {
  if (typeof given !== 'object' || given === null || typeof kept !== 'string') return given === kept;
  const inOrder = (hours: Record<string, unknown>): string =>
    JSON.stringify(weekdays.map((day) => hours[day] ?? []));
  return inOrder(given as Record<string, unknown>) === inOrder(JSON.parse(kept) as Record<string, unknown>);
}
