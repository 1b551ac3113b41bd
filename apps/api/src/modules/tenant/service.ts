import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { BusinessHours } from '@burrow/contracts/tenant';
import { weekdays } from '@burrow/contracts/weekdays';
import type { Ctx } from '../../context/context.ts';
import { countAttempt } from '../../db/attempt-count.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { requireFreshProof } from '../../lib/fresh-proof.ts';
import { isWholeOnly, leastCharge } from '../../lib/card-amounts.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { writtenMoney } from '../../lib/money.ts';
import { phoneInput, respelledPhone, spellsPhonesAlike } from '../../lib/phone-number.ts';
import { currencyInput, localeInput, timeZoneInput } from '../../lib/region.ts';
import { wholeKeepRules } from '../booking-terms/public.ts';
import { planLapses } from '../booking-change/public.ts';
import { moveToTimeZone } from '../booking/public.ts';
import { respellPhones } from '../client/public.ts';
import { catchUpReminders } from '../message/public.ts';
import { endSolvedNotices } from '../rota/public.ts';
import { lockPractice, updatePractice, type PracticeColumns } from './repository.ts';

/** How often the country of the region may change in a day: each change rewrites every phone number. */
const countryChanges = { most: 5, seconds: 86_400 };

type PracticeInput = ParsedInputOf<'tenant_update'>;

/** The field of each column with a different name. */
const fieldOf = {
  contact_name: 'name',
  colour: 'color',
  grace_minutes: 'grace',
  deposit_pence: 'deposit_amount',
  vat_basis_points: 'vat_rate',
  step_up_refund_over_pence: 'step_up_refund_over',
} as const;

/**
 * Changes the given settings of the practice; omitted ones stay, null clears. A new time zone moves the instants of
 * upcoming appointments, which keep their local time; a region of another country rewrites the stored phone numbers, which
 * still reach the same phones. The audit log gets the names of the changed fields.
 * @throws AppError `invalid_input`, `step_up_required`, `forbidden`; `scope_missing`, `rate_limited` for another country
 */
export async function changePractice(ctx: Ctx, input: PracticeInput): Promise<void> {
  const practice = await lockPractice(ctx);
  if (!practice) throw new AppError('not_found');
  const changes = changesTo(
    { ...practice, business_hours: weekOf(practice.business_hours) },
    columnsOf(input, practice),
  );
  Object.assign(changes, wholeKeepRules({ ...practice, ...changes }));
  if (!noteChanges(ctx, changes, fieldOf)) return;
  checkDeposit(ctx, { ...practice, ...changes }, changes);
  checkDailyTexts(ctx, changes);
  checkRefundLimit(ctx, practice, changes);
  const newCountry = changes.locale && !spellsPhonesAlike(practice.locale, changes.locale) && changes.locale;
  if (newCountry) await checkNewCountry(ctx);
  const { business_hours: hours, ...rest } = changes;
  await updatePractice(ctx, {
    ...rest,
    ...(hours ? { business_hours: JSON.stringify(hours) } : {}),
    ...(changes.booking_page && practice.booking_page_published_at === null
      ? { booking_page_published_at: ctx.now.toISOString() }
      : {}),
  });
  if (newCountry) await respellPhones(ctx, practice.locale, newCountry);
  if (changes.time_zone) {
    await moveToTimeZone(ctx, changes.time_zone);
    await planLapses(ctx);
  }
  if (changes.time_zone || changes.reminder_hours)
    await catchUpReminders(ctx, practice, { ...practice, ...changes });
  if (hours) await endSolvedNotices(ctx);
}

/** The sent fields, by column and in stored form. */
function columnsOf(input: PracticeInput, practice: PracticeColumns) {
  const { name, color, grace, deposit_amount, vat_rate, step_up_refund_over, ...same } = input;
  const locale = input.locale && localeInput(input.locale);
  return {
    ...same,
    contact_name: name,
    colour: color,
    grace_minutes: grace,
    deposit_pence: deposit_amount,
    vat_basis_points: vat_rate,
    step_up_refund_over_pence: step_up_refund_over,
    widget_sites: input.widget_sites === null ? [] : input.widget_sites,
    time_zone: input.time_zone && timeZoneInput(input.time_zone),
    locale,
    currency: input.currency && currencyInput(input.currency),
    phone: phoneOf(input.phone, practice, locale ?? practice.locale),
  };
}

/** The practice's number for its new or unchanged locale; undefined for no change. */
function phoneOf(sent: string | null | undefined, { phone, locale: from }: PracticeColumns, locale: string) {
  if (sent && sent !== phone) return phoneInput(sent, locale);
  // An unchanged number may predate the current rules.
  if (sent === null || phone === null || spellsPhonesAlike(from, locale)) return sent;
  return respelledPhone(phone, from, locale);
}

/** Opening hours from the database, with every day of the week. */
function weekOf(json: string): BusinessHours {
  const hours = JSON.parse(json) as Partial<BusinessHours>;
  return Object.fromEntries(weekdays.map((day) => [day, hours[day] ?? []])) as BusinessHours;
}

/**
 * Counts a change of the region's country, which rewrites clients' phone numbers and, if refused, names clients.
 * @throws AppError `forbidden` during support access, `scope_missing`, `rate_limited`
 */
async function checkNewCountry(ctx: Ctx): Promise<void> {
  const { tx, tenantId, session } = ctx;
  if (session.supportUntil !== null) {
    throw new AppError('forbidden', {
      message: 'The region’s country can’t be changed during support access. Ask an admin of the practice.',
    });
  }
  needScope(ctx, 'clients:read');
  needScope(ctx, 'clients:write');
  const { count, waitSeconds } = await countAttempt(tx, `new-country:${tenantId}`, countryChanges.seconds);
  if (count <= countryChanges.most) return;
  const hours = Math.ceil(waitSeconds / 3600);
  throw new AppError('rate_limited', {
    message: `The region’s country can be changed ${countryChanges.most} times a day. Try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
    retryAfterSeconds: waitSeconds,
  });
}

type Deposit = Pick<PracticeColumns, 'deposit_required' | 'deposit_pence' | 'currency'>;

/** @throws AppError `invalid_input` if the daily limit of text messages exceeds the operator's */
function checkDailyTexts(
  { deps }: Ctx,
  { sms_daily_cap: cap }: Partial<Pick<PracticeColumns, 'sms_daily_cap'>>,
): void {
  const most = deps.env.SMS_PER_PRACTICE_PER_DAY;
  if (cap === undefined || cap <= most) return;
  throw invalidField('sms_daily_cap', `Enter ${most} or less: the limit of this installation.`);
}

type RefundLimit = Pick<PracticeColumns, 'step_up_refund_over_pence'>;

/**
 * Raising the limit without a proof would let a stolen session or key refund any amount.
 * @throws AppError `step_up_required`, `forbidden`
 */
function checkRefundLimit(
  ctx: Ctx,
  { step_up_refund_over_pence: before }: RefundLimit,
  { step_up_refund_over_pence: after }: Partial<RefundLimit>,
): void {
  if (after === undefined || after < before) return;
  if (ctx.session.program)
    throw new AppError('forbidden', { message: 'An API key can’t raise this limit. Sign in to change it.' });
  requireFreshProof(ctx);
}

/** @throws AppError `invalid_input` for a deposit of zero, or one that cannot be charged to a card */
function checkDeposit(
  { deps }: Ctx,
  practice: Deposit & Pick<PracticeColumns, 'locale'>,
  changes: Partial<Deposit>,
): void {
  const { deposit_required: isRequired, deposit_pence: pence, currency, locale } = practice;
  const names = ['deposit_required', 'deposit_pence', 'currency'] as const;
  if (!isRequired || names.every((name) => changes[name] === undefined)) return;
  const refuse = (message: string): never => {
    throw invalidField('deposit_amount', message);
  };
  if (pence === 0) refuse('Enter the deposit amount.');
  if (!deps.payments.isConfigured) return;
  const least = leastCharge(currency);
  if (pence < least) refuse(`The minimum card charge is ${writtenMoney(least, { locale, currency })}.`);
  if (isWholeOnly(currency) && pence % 100 !== 0)
    refuse(`Card charges in ${currency} must be whole amounts.`);
}
