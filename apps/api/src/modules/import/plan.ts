import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { ImportCounts } from '@burrow/contracts/import';
import type { AnimalDetails } from '../animal/public.ts';
import type { NamedCareType } from '../care/public.ts';
import type { ClientContact } from '../client/public.ts';
import type { ImportedVaccination } from '../entry/public.ts';
import { Turns } from '../../lib/turns.ts';
import { noCounts } from './counts.ts';
import { fill, keep } from './fills.ts';
import type { RecallTypes } from './recall-types.ts';
import type { Finding } from './row-cells.ts';
import type { AnimalDraft, ClientDraft, DueDraft, ReadRow } from './row-reader.ts';
import {
  animalOf,
  animalToAdd,
  dueDatesFor,
  haveSameName,
  vaccinationKey,
  type FoundClient,
  type KnownAnimal,
  type KnownClient,
  type KnownClients,
} from './known-clients.ts';
import {
  archivedOwner,
  dueLeftOut,
  duplicateOf,
  otherNamesIn,
  problemOf,
  unknownClient,
} from './row-findings.ts';

type FindingKind = ParsedInputOf<'import/findings'>['kind'];

/** The plan for some rows. */
export interface Plan {
  newClients: { line: number; client: KnownClient; draft: ClientDraft & { name: string } }[];
  newAnimals: {
    line: number;
    client: KnownClient;
    animal: KnownAnimal;
    draft: AnimalDraft;
  }[];
  newDueDates: { animal: KnownAnimal; careType: NamedCareType; on: string }[];
  newVaccinations: (Omit<ImportedVaccination, 'animalId'> & { animal: KnownAnimal })[];
  clientFills: Map<KnownClient, Partial<ClientContact>>;
  animalFills: Map<KnownAnimal, Partial<AnimalDetails>>;
  findings: { line: number; kind: FindingKind; cells: readonly string[]; findings: Finding[] }[];
  counts: ImportCounts;
}

export type SpeciesOf = (name: string | null) => { id: number } | { wrong: string };

export interface Surroundings {
  /** The matching client of each row in the database. */
  found: ReadonlyMap<ReadRow, FoundClient>;
  /** The clients of earlier rows that are not in the database yet. */
  known: KnownClients;
  speciesOf: SpeciesOf;
  recallTypes: RecallTypes;
  /** Whether empty fields of existing records are filled in. */
  fills: boolean;
}

/** Plans rows, in order. Its only side effects are on `known` and `recallTypes`. */
export async function planRows(rows: readonly ReadRow[], surroundings: Surroundings): Promise<Plan> {
  const planner = new Planner(surroundings);
  const turns = new Turns();
  for (const row of rows) {
    planner.add(row);
    if (turns.isOver) await turns.next();
  }
  return planner.finished();
}

/** What a row adds to its animal. */
interface Care {
  due: { careType: NamedCareType; on: string } | null;
  /** Why its due date is left out, if it is. */
  notice: Finding | null;
  vaccination: Omit<ImportedVaccination, 'line' | 'animalId'> | null;
}
const nothing: Care = { due: null, notice: null, vaccination: null };

class Planner {
  private readonly plan: Plan = {
    newClients: [],
    newAnimals: [],
    newDueDates: [],
    newVaccinations: [],
    clientFills: new Map(),
    animalFills: new Map(),
    findings: [],
    counts: noCounts(),
  };
  private readonly around: Surroundings;

  constructor(around: Surroundings) {
    this.around = around;
  }

  finished(): Plan {
    this.plan.counts.clients_filled = this.plan.clientFills.size;
    this.plan.counts.animals_filled = this.plan.animalFills.size;
    return this.plan;
  }

  add(row: ReadRow): void {
    if (row.problems.length > 0) return this.record(row, 'problem', row.problems);
    if (!row.client && !row.animal) {
      this.plan.counts.empty_rows += 1;
      return;
    }
    if (!row.client) return this.problem(row, 'Enter the client this animal belongs to.');
    const match = this.sameClient(row, row.client);
    if (!match && !row.client.name) return this.problem(row, unknownClient);
    const species = row.animal ? this.around.speciesOf(row.animal.species) : null;
    const animal = match && row.animal ? animalOf(match.client, row.animal) : null;
    if (row.animal && !animal) {
      if (species && 'wrong' in species) return this.problem(row, species.wrong);
      if (match?.client.archived) return this.problem(row, archivedOwner);
    }
    const speciesId = animal?.speciesId ?? (species && 'id' in species ? species.id : 0);
    const care = row.animal && this.careOf(row.animal, animal, speciesId);
    if (care && 'wrong' in care) return this.problem(row, care.wrong);
    this.write(row, row.client, match, animal, speciesId, care ?? nothing);
  }

  /** What the row adds to its animal, with its recall types. */
  private careOf(
    { due, vaccination }: AnimalDraft,
    animal: KnownAnimal | null,
    speciesId: number,
  ): Care | { wrong: string } {
    const dueDate = due === null ? nothing : this.dueDateOf(due, animal, speciesId);
    if ('wrong' in dueDate) return dueDate;
    if (!vaccination || animal?.vaccinations.has(vaccinationKey(vaccination)))
      return { ...dueDate, vaccination: null };
    const known = this.around.recallTypes.forVaccination(vaccination, speciesId);
    return 'wrong' in known ? known : { ...dueDate, vaccination: { ...vaccination, ...known } };
  }

  /** Due dates are added to animals of the file only, one for each recall type. */
  private dueDateOf(
    { careType: name, on }: DueDraft,
    animal: KnownAnimal | null,
    speciesId: number,
  ): Omit<Care, 'vaccination'> | { wrong: string } {
    const known = animal ? dueDatesFor(animal, name) : [];
    if (known.some((one) => one.on === on)) return nothing;
    if (animal && (animal.origin === 'practice' || known.length > 0))
      return { due: null, notice: dueLeftOut(animal, name) };
    const careType = this.around.recallTypes.forDueDate(name, speciesId);
    return 'wrong' in careType ? careType : { due: { careType, on }, notice: null };
  }

  /** The match in the database or in the file, whichever takes precedence: in the order of same_clients. */
  private sameClient(row: ReadRow, draft: ClientDraft): FoundClient | null {
    const stored = this.around.found.get(row) ?? null;
    const before = this.around.known.find(draft);
    if (!stored || !before) return stored ?? before;
    const place = ({ client, rank }: FoundClient) => rank + (haveSameName(client, draft) ? 0 : 0.5);
    return place(before) < place(stored) ? before : stored;
  }

  private write(
    row: ReadRow,
    draft: ClientDraft,
    match: FoundClient | null,
    animal: KnownAnimal | null,
    speciesId: number,
    care: Care,
  ): void {
    const { counts } = this.plan;
    const client = match?.client ?? this.newClient(row, draft);
    let changes = match === null;
    if (match) {
      counts[client.origin === 'practice' ? 'clients_existing' : 'clients_repeated'] += 1;
      changes = this.fillClient(client, draft);
    }
    if (row.animal && animal) {
      counts[animal.origin === 'practice' ? 'animals_existing' : 'animals_repeated'] += 1;
      changes = this.fillAnimal(animal, row.animal) || changes;
      changes = this.newCare(row.line, animal, care) || changes;
    } else if (row.animal) {
      const added = animalToAdd(row.animal, speciesId);
      this.newAnimal(row.line, client, added, row.animal);
      this.newCare(row.line, added, care);
      changes = true;
    }
    if (!match) return;
    if (!changes) this.record(row, 'duplicate', [duplicateOf(match, animal)]);
    const notices = [...otherNamesIn(row, match, animal), ...(care.notice ? [care.notice] : [])];
    if (notices.length > 0) this.record(row, 'notice', notices);
  }

  private newClient({ line }: ReadRow, draft: ClientDraft): KnownClient {
    const name = draft.name ?? '';
    const { email, phone, address, notes } = draft;
    const details = {
      email: email ?? null,
      phone: phone ?? null,
      address: address ?? null,
      notes: notes ?? null,
    };
    const client: KnownClient = { id: null, name, archived: false, origin: 'file', details, animals: [] };
    this.around.known.add(client, draft);
    this.plan.newClients.push({ line, client, draft: { ...draft, name } });
    this.plan.counts.clients_created += 1;
    return client;
  }

  private newAnimal(line: number, client: KnownClient, animal: KnownAnimal, draft: AnimalDraft): void {
    client.animals.push(animal);
    this.plan.newAnimals.push({ line, client, animal, draft });
    this.plan.counts.animals_created += 1;
  }

  /** @returns whether there is any */
  private newCare(line: number, animal: KnownAnimal, { due, vaccination }: Care): boolean {
    if (due !== null) {
      animal.dueDates.push({ careType: due.careType.name, on: due.on });
      this.plan.newDueDates.push({ animal, ...due });
      this.around.recallTypes.add(due.careType);
    }
    if (vaccination === null) return due !== null;
    const { product, on, nextOn, vaccine, careTypeId } = vaccination;
    animal.vaccinations.add(vaccinationKey(vaccination));
    this.plan.newVaccinations.push({ line, animal, product, on, nextOn, vaccine, careTypeId });
    this.plan.counts.vaccinations_created += 1;
    return true;
  }

  /** The client's empty fields that the row has. */
  private fillClient(client: KnownClient, draft: ClientDraft): boolean {
    if (!this.around.fills) return false;
    const { email, address, notes } = draft;
    const filled = fill(client.details, { email, address, notes });
    const { phone } = draft;
    if (phone && client.details.phone === null && this.around.known.claimPhone(phone, client)) {
      client.details.phone = phone;
      filled.phone = phone;
    }
    return keep(this.plan.clientFills, client, filled);
  }

  private fillAnimal(animal: KnownAnimal, draft: AnimalDraft): boolean {
    if (!this.around.fills) return false;
    const { dob, gender, breed, color, allergies, no_known_allergies, behaviour_notes, notes } = draft;
    const { microchip, insurer, policy, usual_vet } = draft;
    const { details } = animal;
    // An allergies text and none known answer the same question: either of them stays.
    const isAnswered = details.allergies !== null || details.no_known_allergies !== null;
    const filled = fill(details, {
      dob,
      gender,
      breed,
      color,
      behaviour_notes,
      notes,
      microchip,
      insurer,
      policy,
      usual_vet,
      ...(isAnswered ? {} : { allergies, no_known_allergies }),
    });
    if (filled.microchip) animal.chip = filled.microchip;
    return keep(this.plan.animalFills, animal, filled);
  }

  private problem(row: ReadRow, message: string): void {
    this.record(row, 'problem', [problemOf(row, message)]);
  }

  /** Only the rows that are to be corrected are kept with their cells. */
  private record({ line, cells }: ReadRow, kind: FindingKind, findings: Finding[]): void {
    this.plan.findings.push({ line, kind, cells: kind === 'problem' ? cells : [], findings });
    this.plan.counts[`${kind}_rows`] += 1;
  }
}
