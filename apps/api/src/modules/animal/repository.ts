import { columns, type RowOf } from '../../db/columns.ts';
import { inserter, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

const editable = `client_id, species_id, name, dob, gender, breed, color, allergies, no_known_allergies, behaviour_notes,
   notes, microchip, insurer, policy, usual_vet, active`;
const newColumns = columns('animals', editable);
const lockedColumns = columns('animals', `${editable}, id, archived_reason, deceased_on`);

type LockedAnimal = RowOf<typeof lockedColumns>;
/** The editable fields of an animal; a species by its id. */
export type AnimalColumns = Omit<LockedAnimal, 'id'>;

interface OwnerToBe {
  id: number;
  archived: boolean;
  erased: boolean;
}

const animalToLock = `select ${lockedColumns.of('a')} from animals a where a.tenant_id = $1 and a.id = $2`;

const lockAnimalRow = statement<LockedAnimal>('lock_animal', `${animalToLock} for update`);

const lockOwnAnimalRow = statement<LockedAnimal>(
  'lock_own_animal',
  `${animalToLock} and a.client_id = $3 for update`,
);

const petsOfClient = statement<{ pets: number }>(
  'pets_of_client',
  'select count(*)::int as pets from animals a where a.tenant_id = $1 and a.client_id = $2',
);

const owner = statement<{ id: number }>(
  'owner_of_new_animal',
  `select c.id from clients c where c.tenant_id = $1 and c.id = $2 and c.archived_at is null
   for key share`,
);

const ownerOfAnimal = statement<{ client_id: number }>(
  'owner_of_animal',
  'select a.client_id from animals a where a.tenant_id = $1 and a.id = $2',
);

// Always in the order of booking: the client before the animal.
const lockOwnerRows = statement<OwnerToBe>(
  'lock_owners',
  `select c.id, c.archived_at is not null as archived, c.erased_at is not null as erased
   from clients c where c.tenant_id = $1 and c.id = any($2::bigint[]) order by c.id for key share`,
);

// $3 is now. An upcoming completed appointment counts too: Mark Unpaid reopens it.
const tiesOfAnimal = statement<{ appointments: number; deposits: number }>(
  'ties_of_animal',
  `select
     (select count(*)::int from bookings b where b.tenant_id = $1 and b.animal_id = $2
        and (b.status = 'in-progress' or b.status <> 'cancelled' and b.starts_at >= $3
          or b.status not in ('cancelled', 'completed')
             and b.starts_at + b.duration_minutes * interval '1 minute' > $3)) as appointments,
     (select count(*)::int from deposits d
      where d.tenant_id = $1 and d.animal_id = $2 and d.status = 'open') as deposits`,
);

// The last appointment from $3 on that took place, or was to.
const lastAppointment = statement<{ booking_date: string }>(
  'last_appointment_of_animal',
  `select b.booking_date from bookings b
   where b.tenant_id = $1 and b.animal_id = $2 and b.status <> 'cancelled' and b.starts_at >= $3
   order by b.starts_at desc limit 1`,
);

const ownedSince = statement<{ since: string | null }>(
  'animal_owned_since',
  'select o.since from animal_owners o where o.tenant_id = $1 and o.animal_id = $2 and o.until is null',
);

// The row of the former owner is the one before the current one.
const backdateTransfer = statement(
  'backdate_transfer',
  `with ended as (
     update animal_owners o set until = $3
     where o.tenant_id = $1 and o.id = (
       select x.id from animal_owners x where x.tenant_id = $1 and x.animal_id = $2 and x.until is not null
       order by x.until desc, x.since desc nulls last limit 1))
   update animal_owners o set since = $3 where o.tenant_id = $1 and o.animal_id = $2 and o.until is null`,
);

const offeredSpecies = statement<{ id: number }>(
  'offered_species',
  'select s.id from species s where s.tenant_id = $1 and s.id = $2 and s.active',
);

const deleteWeightRow = statement<{ id: number; measured_on: string }>(
  'delete_animal_weight',
  `delete from animal_weights w where w.tenant_id = $1 and w.animal_id = $2 and w.id = $3
   returning w.id, w.measured_on`,
);

/** The animal, locked against every other change, and against new appointments, until the transaction ends. */
export const lockAnimal = ({ tx, tenantId }: Work, animalId: number): Promise<LockedAnimal | undefined> =>
  tx.row(lockAnimalRow, [tenantId, animalId]);

/** The same for an animal of one client; undefined for any other. */
export const lockOwnAnimal = (
  { tx, tenantId }: Work,
  clientId: number,
  animalId: number,
): Promise<LockedAnimal | undefined> => tx.row(lockOwnAnimalRow, [tenantId, animalId, clientId]);

/** How many animals a client has, including archived ones. */
export const countPets = async ({ tx, tenantId }: Work, clientId: number): Promise<number> =>
  (await tx.row(petsOfClient, [tenantId, clientId]))?.pets ?? 0;

/** Whether a new animal can belong to this client: one of the practice who is not archived. */
export const canOwnAnimal = async ({ tx, tenantId }: Work, clientId: number): Promise<boolean> =>
  (await tx.row(owner, [tenantId, clientId])) !== undefined;

/** The animal's current owner; undefined for an unknown animal. */
export const ownerOf = async ({ tx, tenantId }: Work, animalId: number): Promise<number | undefined> =>
  (await tx.row(ownerOfAnimal, [tenantId, animalId]))?.client_id;

/** Clients, locked against being archived or erased until the transaction ends. */
export const lockOwners = ({ tx, tenantId }: Work, clientIds: readonly number[]): Promise<OwnerToBe[]> =>
  tx.rows(lockOwnerRows, [tenantId, clientIds]);

/**
 * The open matters of a locked animal and its owner: appointments upcoming or in progress, and deposits being paid.
 */
export const tiesOf = async (
  { tx, tenantId, now }: Work,
  animalId: number,
): Promise<{ appointments: number; deposits: number }> =>
  (await tx.row(tiesOfAnimal, [tenantId, animalId, now])) ?? { appointments: 0, deposits: 0 };

/** The day (YYYY-MM-DD) of the animal's last appointment from an instant on that was not cancelled; null if there is none. */
export const lastAppointmentFrom = async (
  { tx, tenantId }: Work,
  animalId: number,
  from: Date,
): Promise<string | null> =>
  (await tx.row(lastAppointment, [tenantId, animalId, from]))?.booking_date ?? null;

/** Since when its current owner has owned an animal; null for its first owner. */
export async function currentOwnerSince({ tx, tenantId }: Work, animalId: number): Promise<Date | null> {
  const since = (await tx.row(ownedSince, [tenantId, animalId]))?.since ?? null;
  return since === null ? null : new Date(since);
}

/** Lets a transfer of this moment count from an earlier instant, which must be in the time of the former owner. */
export const countTransferFrom = async (
  { tx, tenantId }: Work,
  animalId: number,
  from: Date,
): Promise<void> => {
  await tx.rows(backdateTransfer, [tenantId, animalId, from]);
};

/** Whether the species is active. */
export const isOfferedSpecies = async ({ tx, tenantId }: Work, speciesId: number): Promise<boolean> =>
  (await tx.row(offeredSpecies, [tenantId, speciesId])) !== undefined;

export const insertAnimal = inserter(newColumns);
export const updateAnimal = updater('animals');

/** Records a weight of a day. */
export const insertWeight = inserter(
  columns('animal_weights', 'animal_id, measured_on, weight_grams'),
  'undated',
);

/** @returns the day of the deleted weight (YYYY-MM-DD), or null if the animal has no such weight */
export async function deleteWeight(
  { tx, tenantId }: Work,
  animalId: number,
  weightId: number,
): Promise<string | null> {
  const row = await tx.row(deleteWeightRow, [tenantId, animalId, weightId]);
  return row?.measured_on ?? null;
}
