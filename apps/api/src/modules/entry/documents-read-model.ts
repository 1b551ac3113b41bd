import type { Ctx } from '../../context/context.ts';
import { isEntryOfClient } from '../../db/entry-of-client.ts';
import { latestWeight } from '../../db/latest-weight.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import type { AnimalDocument } from '../../lib/ports/health-documents.ts';
import { entryColumns, entryJoins, type EntryRow } from './read-model.ts';

interface HeadRow {
  practice_name: string;
  practice_address: string | null;
  practice_phone: string | null;
  practice_email: string | null;
  practice_colour: string | null;
  logo: Buffer | null;
  client_name: string;
  client_address: string | null;
  client_email: string | null;
  client_phone: string | null;
  name: string;
  species: string | null;
  breed: string | null;
  gender: string | null;
  color: string | null;
  dob: string | null;
  weight: string | null;
  allergies: string | null;
  no_known_allergies: boolean;
}

// $3 the owner who asks, or null for the practice; $4 the client to name, or null for the owner.
const head = statement<HeadRow>(
  'head_of_health_document',
  `select t.tenant_name as practice_name, t.address as practice_address, t.phone as practice_phone,
     t.email::text as practice_email, t.colour as practice_colour,
     (select fc.content from files f join file_contents fc on fc.tenant_id = f.tenant_id and fc.file_id = f.id
      where f.tenant_id = t.id and f.file_type = 'logo') as logo,
     c.name as client_name, c.address as client_address, c.email::text as client_email, c.phone as client_phone,
     a.name, s.name::text as species, a.breed, a.gender, a.color, a.dob, ${latestWeight} as weight, a.allergies,
     a.no_known_allergies
   from animals a
   join tenants t on t.id = a.tenant_id
   join clients c on c.tenant_id = a.tenant_id and c.id = coalesce($4::bigint, a.client_id)
   left join species s on s.tenant_id = a.tenant_id and s.id = a.species_id
   where a.tenant_id = $1 and a.id = $2 and ($3::bigint is null or a.client_id = $3)`,
);

/**
 * The head of a document about an animal, and the practice's logo.
 * @param ownerId only if it is theirs
 * @param clientId the client to name; null for the owner
 * @throws AppError `not_found`
 */
export async function documentHead(
  { tx, tenantId, session, now }: Ctx,
  animalId: number,
  ownerId: number | null,
  clientId: number | null = null,
): Promise<{ content: AnimalDocument; logo: Buffer | null }> {
  const row = await tx.row(head, [tenantId, animalId, ownerId, clientId]);
  if (!row) throw new AppError('not_found', { message: 'Animal not found' });
  const content = {
    preparedOn: localMoment(now, session.timeZone).date,
    practice: {
      name: row.practice_name,
      address: row.practice_address,
      phone: row.practice_phone,
      email: row.practice_email,
      accentColour: row.practice_colour,
      locale: session.locale,
    },
    client: {
      name: row.client_name,
      address: row.client_address,
      email: row.client_email,
      phone: row.client_phone,
    },
    animal: {
      name: row.name,
      species: row.species,
      breed: row.breed,
      sex: row.gender,
      colour: row.color,
      dateOfBirth: row.dob,
      weight: row.weight,
      allergies: row.allergies,
      noKnownAllergies: row.no_known_allergies,
    },
  };
  return { content, logo: row.logo };
}

const rows = `select ${entryColumns} from entries e ${entryJoins} where e.tenant_id = $1`;

const entriesToPrint = statement<EntryRow>(
  'entries_to_print',
  `${rows} and e.animal_id = $2 and ($3::bigint[] is null or e.id = any ($3))
     and ($4::timestamptz is null or e.at >= $4) and ($5::timestamptz is null or e.at < $5)
   order by e.at desc, e.id desc limit $6`,
);

// $3 the owner who asks, or null for the practice.
const vaccinations = statement<EntryRow>(
  'vaccinations_to_print',
  `${rows} and e.animal_id = $2 and e.kind = 'vaccination' and e.struck_at is null
     and ($3::bigint is null or ${isEntryOfClient('e', '$3')})
   order by e.at desc, e.id desc limit 500`,
);

/** A prescription, with the client of its appointment, or without one the owner on its day. */
type PrescriptionRow = EntryRow & { client_id: number };

const prescription = statement<PrescriptionRow>(
  'prescription_to_print',
  `select coalesce(owner.client_id, e.client_id) as client_id, ${entryColumns} from entries e ${entryJoins}
   left join owned_times owner on owner.tenant_id = e.tenant_id and owner.animal_id = e.animal_id and e.booking_id is null
     and owner.owned_since <= e.at and owner.owned_until > e.at
   where e.tenant_id = $1 and e.id = $2 and e.kind = 'prescription'
     and ($3::bigint is null or ${isEntryOfClient('e', '$3')})`,
);

/** What is chosen to be printed: ids, or instants from and before; null for all. */
export interface PrintChoice {
  ids: readonly number[] | null;
  from: Date | null;
  before: Date | null;
}

/** The chosen entries of an animal, newest first; at most `most`. */
export const chosenEntries = (
  { tx, tenantId }: Ctx,
  animalId: number,
  { ids, from, before }: PrintChoice,
  most: number,
): Promise<EntryRow[]> => tx.rows(entriesToPrint, [tenantId, animalId, ids, from, before, most]);

export const vaccinationsOf = (
  { tx, tenantId }: Ctx,
  animalId: number,
  ownerId: number | null,
): Promise<EntryRow[]> => tx.rows(vaccinations, [tenantId, animalId, ownerId]);

/** @throws AppError `not_found`, also for another kind of entry */
export async function prescriptionById(
  { tx, tenantId }: Ctx,
  entryId: number,
  ownerId: number | null,
): Promise<PrescriptionRow> {
  const row = await tx.row(prescription, [tenantId, entryId, ownerId]);
  if (!row) throw new AppError('not_found', { message: 'Prescription not found.' });
  return row;
}
