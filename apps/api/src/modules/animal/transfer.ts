import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { dayBegins, localMoment } from '../../lib/clock.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import { followWithdrawnOffers } from '../waitlist/public.ts';
import {
  countTransferFrom,
  currentOwnerSince,
  lastAppointmentFrom,
  lockAnimal,
  lockOwners,
  ownerOf,
  tiesOf,
  updateAnimal,
} from './repository.ts';

/**
 * Transfers an animal to another client, from now on or from the beginning of an earlier day. Records of an appointment
 * stay with its client; a trigger clears insurer, policy and usual vet, and writes the owners over time. Transferring to
 * the current owner changes nothing. The audit log gets only ids: names would outlive the erasure of either client.
 * @throws AppError `not_found` (animal, client), `client_archived`, `client_erased`, `animal_has_appointments`,
 * `deposit_under_way`, `conflict` when another transfer came first; `invalid_input` for a day in the future or with
 * appointments from then on; `forbidden` during support access, because the new owner's portal would show the animal's
 * records afterwards
 */
export async function transferAnimal(ctx: Ctx, input: ParsedInputOf<'animal_transfer'>): Promise<void> {
  const { animal_id: animalId, client_id: clientId } = input;
  if (ctx.session.supportUntil !== null) {
    throw new AppError('forbidden', {
      message: 'An animal’s owner can’t be changed during support access. Ask the practice.',
    });
  }
  const formerId = await ownerOf(ctx, animalId);
  if (formerId === undefined) throw new AppError('not_found', { message: 'Animal not found' });
  // Also the former owner: their erasure reads more than once which animals they own.
  await lockNewOwner(ctx, clientId, formerId);
  const animal = await lockAnimal(ctx, animalId);
  if (!animal) throw new AppError('not_found', { message: 'Animal not found' });
  if (animal.client_id !== formerId) throw new AppError('conflict');
  if (clientId === formerId) return;
  await refuseTies(ctx, animal);
  const from = await firstInstant(ctx, animal, input.transferred_on);
  await updateAnimal(ctx, animalId, { client_id: clientId });
  await followWithdrawnOffers(ctx, { animalId });
  if (from !== null) await countTransferFrom(ctx, animalId, from);
  ctx.auditDetails({
    client_id: clientId,
    former_client_id: formerId,
    transferred_on: input.transferred_on ?? localMoment(ctx.now, ctx.session.timeZone).date,
  });
}

/**
 * The beginning of the day of a transfer; null for today, when it counts from now on: what was done earlier that day
 * stays with the former owner.
 */
async function firstInstant(
  ctx: Ctx,
  animal: { id: number; name: string },
  day: string | undefined,
): Promise<Date | null> {
  const { timeZone, locale } = ctx.session;
  const today = localMoment(ctx.now, timeZone).date;
  if (day === undefined || day === today) return null;
  if (day > today) throw invalidField('transferred_on', 'Choose today or an earlier day.');
  const from = dayBegins(day, timeZone);
  const since = await currentOwnerSince(ctx, animal.id);
  if (since !== null && from < since) {
    throw invalidField(
      'transferred_on',
      `${animal.name} has belonged to this client since ${writtenDay(localMoment(since, timeZone).date, locale)}. Choose a later day.`,
    );
  }
  const last = await lastAppointmentFrom(ctx, animal.id, from);
  if (last === null) return from;
  throw invalidField(
    'transferred_on',
    hasScope(ctx.session, 'appointments:read')
      ? `${animal.name} had an appointment on ${writtenDay(last, locale)}. Choose a later day, or today.`
      : `${animal.name} had an appointment since then. Choose a later day, or today.`,
  );
}

/** '12 March 2026' */
const writtenDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

async function lockNewOwner(ctx: Ctx, clientId: number, formerId: number): Promise<void> {
  const owners = await lockOwners(ctx, [clientId, formerId]);
  const client = owners.find(({ id }) => id === clientId);
  if (!client) throw refusal('not_found', 'Client not found');
  if (client.erased) throw new AppError('client_erased');
  if (client.archived && clientId !== formerId) {
    throw refusal('client_archived', 'This client is archived. Restore them first.');
  }
}

const refusal = (code: 'not_found' | 'client_archived', message: string): AppError =>
  new AppError(code, { message, fields: { client_id: message } });

/** Otherwise an upcoming appointment would not match its animal's owner, and reveal one owner to the other. */
async function refuseTies(ctx: Ctx, animal: { id: number; name: string }): Promise<void> {
  const { appointments, deposits } = await tiesOf(ctx, animal.id);
  if (deposits > 0) throw new AppError('deposit_under_way');
  if (appointments === 0) return;
  if (!hasScope(ctx.session, 'appointments:read')) throw new AppError('animal_has_appointments');
  const counted = appointments === 1 ? '1 appointment that is' : `${appointments} appointments that are`;
  const them = appointments === 1 ? 'it' : 'them';
  throw new AppError('animal_has_appointments', {
    message: `${animal.name} has ${counted} upcoming or in progress. Complete or cancel ${them} first.`,
  });
}
