import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { CareDue } from '@burrow/contracts/care';
import { farthestDue, type CareState } from '@burrow/contracts/care-limits';
import { addDays } from '@burrow/contracts/calendar-day';
import type { Ctx, WorkContext } from '../../context/context.ts';
import { isDueSoon, isOverdue } from '../../db/due-soon.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { tellScreens } from '../notification/public.ts';

/** The columns of a {@link CareDue}, from a due date `d`, its type `y` and its appointment `b`. */
export const careDueColumns = `d.id as care_due_id, d.care_type_id, y.name as care_type, y.service_id, d.due_on, d.origin,
     d.state, d.told, d.booking_id, b.booking_date,
     case when d.state = 'booked' and b.is_provisional then '1' else '0' end as requested, d.given_on, d.done_on, d.reason`;

export const isLive = (alias: string): string => `${alias}.state in ('due', 'told', 'booked')`;

// $2 the animal. The live ones first, then the latest 50 that ended.
const careOfAnimal = statement<CareDue>(
  'care_of_animal',
  `select l.* from (
     (select ${careDueColumns} from care_due d
      join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id
      left join bookings b on b.tenant_id = d.tenant_id and b.id = d.booking_id
      where d.tenant_id = $1 and d.animal_id = $2 and ${isLive('d')}
      order by d.due_on, d.id)
     union all
     (select ${careDueColumns} from care_due d
      join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id
      left join bookings b on b.tenant_id = d.tenant_id and b.id = d.booking_id
      where d.tenant_id = $1 and d.animal_id = $2 and not ${isLive('d')}
      order by coalesce(d.done_on, d.due_on) desc, d.id desc limit 50)) l`,
);

const animalToCareFor = statement<{ active: boolean }>(
  'animal_to_care_for',
  `select a.active and c.archived_at is null as active from animals a
   join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
   where a.tenant_id = $1 and a.id = $2 for key share of a`,
);
const animalExists = statement<{ id: number }>(
  'animal_with_care',
  'select a.id from animals a where a.tenant_id = $1 and a.id = $2',
);
const typeInUse = statement<{ id: number }>(
  'care_type_in_use',
  'select y.id from care_types y where y.tenant_id = $1 and y.id = $2 and y.archived_at is null',
);

const animalMissing = (): AppError => new AppError('not_found', { message: 'Animal not found.' });

/** @throws AppError `not_found` */
export async function animalCare({ tx, tenantId }: Ctx, animalId: number): Promise<CareDue[]> {
  const [animal, rows] = await Promise.all([
    tx.row(animalExists, [tenantId, animalId]),
    tx.rows(careOfAnimal, [tenantId, animalId]),
  ]);
  if (!animal) throw animalMissing();
  return rows;
}

interface Badge {
  animal_id: number;
  care_type: string;
  due_on: string;
  overdue: '1' | '0';
}

const careBadges = statement<Badge>(
  'care_badges',
  `select d.animal_id, y.name as care_type, d.due_on, ${isOverdue('$3')} as overdue
   from care_due d
   join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id and y.archived_at is null
   where d.tenant_id = $1 and d.animal_id = any($2::bigint[]) and ${isDueSoon('$3')}
   order by d.due_on, d.id`,
);

/** What these animals need soon or are overdue for. */
export const badgesOf = (ctx: Ctx, animalIds: readonly number[]): Promise<Badge[]> =>
  ctx.tx.rows(careBadges, [ctx.tenantId, animalIds, todayOf(ctx)]);

export const todayOf = ({ now, session }: WorkContext): string => localMoment(now, session.timeZone).date;

// $2 animal, $3 type, $4 day, $5 today, $6 now. Moves the existing date, and restarts its messages.
const setDue = statement<{ id: number }>(
  'set_care_due',
  `insert into care_due as d (tenant_id, animal_id, care_type_id, due_on, origin, silent, created_at, updated_at)
   values ($1, $2, $3, $4::date, 'hand', $4::date < $5::date, $6, $6)
   on conflict (tenant_id, animal_id, care_type_id) where state in ('due', 'told', 'booked')
   do update set due_on = excluded.due_on, origin = 'hand', silent = excluded.silent, updated_at = excluded.updated_at,
     state = case when d.due_on = excluded.due_on then d.state else 'due' end,
     booking_id = case when d.due_on = excluded.due_on then d.booking_id end,
     told = case when d.due_on = excluded.due_on then d.told else 0 end,
     told_for = case when d.due_on = excluded.due_on then d.told_for end
   returning d.id`,
);

/**
 * Sets when an animal needs care.
 * @throws AppError `not_found`, `animal_inactive`, `invalid_input`
 */
export async function setCare(ctx: Ctx, input: ParsedInputOf<'animal_care_set'>): Promise<number> {
  const { tx, tenantId, now } = ctx;
  const { animal_id: animalId, care_type_id: typeId, due_on: dueOn } = input;
  const today = todayOf(ctx);
  const animal = await tx.row(animalToCareFor, [tenantId, animalId]);
  if (!animal) throw animalMissing();
  if (!animal.active) throw new AppError('animal_inactive');
  await findType(ctx, typeId);
  if (dueOn < addDays(today, -farthestDue) || dueOn > addDays(today, farthestDue)) {
    throw invalidField('due_on', 'Choose a day within ten years.');
  }
  const set = await tx.row(setDue, [tenantId, animalId, typeId, dueOn, today, now]);
  if (!set) throw new Error('The due date has no id.');
  tellScreens(ctx);
  return set.id;
}

/** @throws AppError `not_found` */
async function findType({ tx, tenantId }: Ctx, typeId: number): Promise<void> {
  if (await tx.row(typeInUse, [tenantId, typeId])) return;
  const message = 'Recall type not found. Choose another.';
  throw new AppError('not_found', { message, fields: { care_type_id: message } });
}

const giveCare = statement('give_care', 'select give_care($1, $2, $3, $4::date, $5::date, null, $6)');

/** Care that was given to an animal. */
interface GivenCare {
  animalId: number;
  careTypeId: number;
  givenOn: string;
  /** When it is due next; by the interval of its type if null. */
  nextDueOn: string | null;
}

/** Completes the due date of care that was given, with the older ones of its group, and sets the next. */
async function recordGivenCare(
  { tx, tenantId, now }: Pick<WorkContext, 'tx' | 'tenantId' | 'now'>,
  { animalId, careTypeId, givenOn, nextDueOn }: GivenCare,
): Promise<void> {
  await tx.rows(giveCare, [tenantId, animalId, careTypeId, givenOn, nextDueOn, now]);
}

const giveMedicine = statement(
  'give_care_by_medicine',
  `select give_care($1, $2, m.care_type_id, $4::date, $5::date, null, $6)
   from medicines m where m.tenant_id = $1 and m.id = $3 and m.care_type_id is not null`,
);

/**
 * Records that a medicine was given: with a recall type, it counts as that care. Without one it changes no due date.
 * @param given.nextDueOn when it is due next; by the interval of its type if null
 */
export async function recordGiven(
  { tx, tenantId, now }: Pick<WorkContext, 'tx' | 'tenantId' | 'now'>,
  given: { animalId: number; medicineId: number; givenOn: string; nextDueOn: string | null },
): Promise<void> {
  const { animalId, medicineId, givenOn, nextDueOn } = given;
  await tx.rows(giveMedicine, [tenantId, animalId, medicineId, givenOn, nextDueOn, now]);
}

const revertMedicine = statement(
  'revert_care_by_medicine',
  `select revert_care($1, $2, m.care_type_id, $4::date, $5, $6)
   from medicines m where m.tenant_id = $1 and m.id = $3 and m.care_type_id is not null`,
);

/**
 * Undoes what {@link recordGiven} did for an entry that says otherwise now, or is deleted. Care that something else
 * records for the same day stays given.
 */
export async function revertGiven(
  { tx, tenantId, now }: Pick<WorkContext, 'tx' | 'tenantId' | 'now'>,
  given: { animalId: number; medicineId: number; givenOn: string; entryId: number },
): Promise<void> {
  const { animalId, medicineId, givenOn, entryId } = given;
  await tx.rows(revertMedicine, [tenantId, animalId, medicineId, givenOn, entryId, now]);
}

const withdrawNext = statement(
  'withdraw_next_care_by_medicine',
  `select withdraw_next_care($1, $2, m.care_type_id, $4::date, $5::date, $6)
   from medicines m where m.tenant_id = $1 and m.id = $3 and m.care_type_id is not null`,
);

/**
 * Withdraws the next due date that an entry named and doesn't any more: what follows is the date that another entry of the
 * day names, or else the interval of the recall type.
 */
export async function withdrawNextDue(
  { tx, tenantId, now }: Pick<WorkContext, 'tx' | 'tenantId' | 'now'>,
  given: { animalId: number; medicineId: number; givenOn: string; nextDueOn: string },
): Promise<void> {
  const { animalId, medicineId, givenOn, nextDueOn } = given;
  await tx.rows(withdrawNext, [tenantId, animalId, medicineId, givenOn, nextDueOn, now]);
}

/**
 * Records by hand that care was given.
 * @throws AppError `not_found`, `invalid_input`
 */
export async function giveByHand(ctx: Ctx, input: ParsedInputOf<'animal_care_given'>): Promise<void> {
  const {
    animal_id: animalId,
    care_type_id: careTypeId,
    given_on: givenOn,
    next_due_on: nextDueOn = null,
  } = input;
  if (!(await ctx.tx.row(animalExists, [ctx.tenantId, animalId]))) throw animalMissing();
  await findType(ctx, careTypeId);
  if (givenOn > todayOf(ctx)) throw invalidField('given_on', 'Choose a day that isn’t in the future.');
  if (nextDueOn !== null && nextDueOn <= givenOn) {
    throw invalidField('next_due_on', 'The next date must be after the day it was given.');
  }
  await recordGivenCare(ctx, { animalId, careTypeId, givenOn, nextDueOn });
  tellScreens(ctx);
}

// $3 the only client whose animal it may be; null for any.
const lockDue = statement<{ state: CareState }>(
  'lock_care_due',
  `select d.state from care_due d
   join animals a on a.tenant_id = d.tenant_id and a.id = d.animal_id
   where d.tenant_id = $1 and d.id = $2 and ($3::bigint is null or a.client_id = $3) for update of d`,
);
const dismissDue = statement(
  'dismiss_care_due',
  `update care_due set state = 'dismissed', reason = $3, booking_id = null, updated_at = $4
   where tenant_id = $1 and id = $2`,
);

/**
 * Ends a due date that is not needed.
 * @param clientId only of an animal of this client; null for any
 * @throws AppError `not_found`, `care_ended`
 */
export async function dismissCare(
  ctx: Ctx,
  { careDueId, reason, clientId }: { careDueId: number; reason: string; clientId: number | null },
): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const due = await tx.row(lockDue, [tenantId, careDueId, clientId]);
  if (!due) throw new AppError('not_found', { message: 'Due date not found.' });
  if (!['due', 'told', 'booked'].includes(due.state)) throw new AppError('care_ended');
  await tx.rows(dismissDue, [tenantId, careDueId, reason, now]);
  tellScreens(ctx);
}
