import type { WorkContext } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { localMoment } from '../../lib/clock.ts';
import type { AnimalColumns } from './repository.ts';

/** Null if there is no such choice, as in other columns. */
type NoKnownAllergies = { no_known_allergies: true | null };

const listedColumns = columns(
  'animals',
  'id, client_id, species_id, name, dob, gender, breed, color, allergies, behaviour_notes, notes, microchip, insurer, policy, usual_vet',
);

/** The part of an animal that bulk writes need. */
export type ListedAnimal = RowOf<typeof listedColumns> & NoKnownAllergies;

const listed = `select ${listedColumns.of('a')}, nullif(a.no_known_allergies, false) as no_known_allergies
   from animals a where a.tenant_id = $1 and a.client_id = any($2::bigint[]) order by a.id`;
const listedAnimals = statement<ListedAnimal>('animals_of_clients', listed);
const lockedAnimals = statement<ListedAnimal>('lock_animals_of_clients', `${listed} for no key update`);

/**
 * The animals of clients, including archived ones; with `lock` against every other change until the transaction ends.
 */
export const animalsOfClients = (
  tx: TenantTransaction,
  tenantId: number,
  clientIds: readonly number[],
  { lock }: { lock: boolean },
): Promise<ListedAnimal[]> => tx.rows(lock ? lockedAnimals : listedAnimals, [tenantId, clientIds]);

/** A new animal, with its weight of today in grams if known. */
export type NewAnimal = Omit<
  AnimalColumns,
  'archived_reason' | 'deceased_on' | 'active' | 'no_known_allergies'
> &
  NoKnownAllergies & { weight_grams: number | null };

const insertAnimalRows = statement<{ id: number; weight_id: number | null }>(
  'insert_animals',
  `with given as materialized (
     select g.*, nextval('animals_id_seq') as id
     from unnest($2::bigint[], $3::bigint[], $4::text[], $5::date[], $6::text[], $7::text[], $8::text[], $9::text[],
                 $10::text[], $11::text[], $12::integer[], $15::boolean[], $16::text[], $17::text[], $18::text[], $19::text[])
       with ordinality g (client_id, species_id, name, dob, gender, breed, color, allergies, behaviour_notes, notes,
                          weight_grams, no_known_allergies, microchip, insurer, policy, usual_vet, place)),
   written as (
     insert into animals (tenant_id, id, client_id, species_id, name, dob, gender, breed, color, allergies,
                          no_known_allergies, behaviour_notes, notes, microchip, insurer, policy, usual_vet, created_at,
                          updated_at)
     select $1, g.id, g.client_id, g.species_id, g.name, g.dob, g.gender, g.breed, g.color, g.allergies,
            coalesce(g.no_known_allergies, false), g.behaviour_notes, g.notes, g.microchip, g.insurer, g.policy,
            g.usual_vet, $13, $13
     from given g order by g.place
     returning id),
   weighed as (
     insert into animal_weights (tenant_id, animal_id, measured_on, weight_grams)
     select $1, g.id, $14, g.weight_grams from given g join written w on w.id = g.id
     where g.weight_grams is not null
     returning id, animal_id)
   select g.id, m.id as weight_id from given g left join weighed m on m.animal_id = g.id order by g.place`,
);

/**
 * Adds animals with validated details, of clients who are locked and not archived.
 * @returns their ids, and those of their weights, in the same order
 */
export async function addAnimals(
  { tx, tenantId, now, session }: WorkContext,
  animals: readonly NewAnimal[],
): Promise<{ id: number; weight_id: number | null }[]> {
  if (animals.length === 0) return [];
  const column = (name: keyof NewAnimal) => animals.map((animal) => animal[name]);
  return tx.rows(insertAnimalRows, [
    tenantId,
    column('client_id'),
    column('species_id'),
    column('name'),
    column('dob'),
    column('gender'),
    column('breed'),
    column('color'),
    column('allergies'),
    column('behaviour_notes'),
    column('notes'),
    column('weight_grams'),
    now,
    localMoment(now, session.timeZone).date,
    column('no_known_allergies'),
    column('microchip'),
    column('insurer'),
    column('policy'),
    column('usual_vet'),
  ]);
}

/** The fields of an animal that can be filled in. */
export type AnimalDetails = Omit<ListedAnimal, 'id' | 'client_id' | 'species_id' | 'name'>;

const fillAnimalRows = statement(
  'fill_animals',
  `update animals a set
     dob = coalesce(a.dob, g.dob), gender = coalesce(a.gender, g.gender), breed = coalesce(a.breed, g.breed),
     color = coalesce(a.color, g.color), allergies = coalesce(a.allergies, g.allergies),
     no_known_allergies = a.no_known_allergies or coalesce(g.no_known_allergies, false),
     behaviour_notes = coalesce(a.behaviour_notes, g.behaviour_notes), notes = coalesce(a.notes, g.notes),
     microchip = coalesce(a.microchip, g.microchip), insurer = coalesce(a.insurer, g.insurer),
     policy = coalesce(a.policy, g.policy), usual_vet = coalesce(a.usual_vet, g.usual_vet), updated_at = $10
   from unnest($2::bigint[], $3::date[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
               $11::boolean[], $12::text[], $13::text[], $14::text[], $15::text[])
     g (id, dob, gender, breed, color, allergies, behaviour_notes, notes, no_known_allergies, microchip, insurer, policy,
        usual_vet)
   where a.tenant_id = $1 and a.id = g.id`,
);

/** Fills in the empty fields of locked animals; existing values stay. */
export async function fillAnimals(
  { tx, tenantId, now }: WorkContext,
  fills: readonly (Partial<AnimalDetails> & { id: number })[],
): Promise<void> {
  if (fills.length === 0) return;
  const column = (name: keyof AnimalDetails) => fills.map((one) => one[name] ?? null);
  await tx.rows(fillAnimalRows, [
    tenantId,
    fills.map(({ id }) => id),
    column('dob'),
    column('gender'),
    column('breed'),
    column('color'),
    column('allergies'),
    column('behaviour_notes'),
    column('notes'),
    now,
    column('no_known_allergies'),
    column('microchip'),
    column('insurer'),
    column('policy'),
    column('usual_vet'),
  ]);
}
