import { addDays, addMonths } from '../packages/contracts/src/calendar-day.ts';
import { instantOf } from '../apps/api/src/lib/clock.ts';
import { starterMedicines } from '../apps/api/src/modules/medicine/starter-medicines.ts';
import { starterTemplates } from '../apps/api/src/modules/note-template/service.ts';
import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { Columns, EntryRow, MedicineRow } from '../packages/dev/src/factory-rows.ts';
import { createRandom, type Random } from './random.ts';
import type { Patient } from './willow-animals.ts';
import type { Appointment } from './willow-bookings.ts';
import { vaccinesFor } from './willow-vaccinations.ts';

const makers = ['Acme Animal Health', 'Northfield Veterinary', 'Halden Biologicals'];

/** What was used at consultations whose findings say so. */
const remedies: readonly {
  when: RegExp;
  product: string;
  quantity: number;
  unit: string;
  directions: string;
}[] = [
  {
    when: /antibiotic/i,
    product: 'Amoxicillin and clavulanic acid tablets',
    quantity: 10,
    unit: 'tablets',
    directions: 'One tablet twice a day with food until finished.',
  },
  {
    when: /NSAID|pain relief|joint|pain injection/i,
    product: 'Meloxicam oral suspension for dogs',
    quantity: 32,
    unit: 'ml',
    directions: 'Once a day with food, by body weight on the syringe. Stop and call us after vomiting.',
  },
  {
    when: /drops/i,
    product: 'Fusidic acid eye drops',
    quantity: 1,
    unit: 'tube',
    directions: 'One drop twice a day for seven days.',
  },
  {
    when: /worm|parasite/i,
    product: 'Fenbendazole oral paste',
    quantity: 1,
    unit: 'syringe',
    directions: 'Once a day for three days.',
  },
];

interface Records {
  tenantId: number;
  medicines: ReadonlyMap<string, MedicineRow>;
  /** Users who write records: vets. */
  vets: readonly number[];
  now: Date;
  random: Random;
}

/** The batch that the practice had of a product in a quarter, the same for every animal. */
function batchOf({ id }: MedicineRow, day: string): { batch: string; expiry: string } {
  const quarter = Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1;
  const letter = String.fromCodePoint(65 + (id % 26));
  return { batch: `${letter}${day.slice(2, 4)}${quarter}${100 + (id % 800)}`, expiry: addMonths(day, 14) };
}

/** An entry of a moment, locked a day later. All rows have the same columns. */
function entry(
  { tenantId }: Records,
  animal: Patient['row'],
  at: Date,
  columns: Partial<Columns<EntryRow>> & Pick<Columns<EntryRow>, 'kind'>,
): Columns<EntryRow> {
  return {
    tenant_id: tenantId,
    animal_id: animal.id,
    client_id: animal.client_id,
    booking_id: null,
    user_id: null,
    at: at.toISOString(),
    begun_at: at.toISOString(),
    updated_at: at.toISOString(),
    shared: false,
    body: '',
    medicine_id: null,
    product: null,
    batch: null,
    quantity: null,
    unit: null,
    next_due_on: null,
    data: {},
    struck_at: null,
    struck_by_user_id: null,
    struck_reason: null,
    ...columns,
  };
}

function vaccination(
  records: Records,
  animal: Patient['row'],
  day: string,
  at: Date,
  name: string,
  more: Partial<Columns<EntryRow>>,
): Columns<EntryRow>[] {
  const medicine = records.medicines.get(name);
  if (!medicine) return [];
  const { batch, expiry } = batchOf(medicine, day);
  const data = { manufacturer: medicine.manufacturer, expiry, site: 'Scruff' };
  return [
    entry(records, animal, at, {
      kind: 'vaccination',
      medicine_id: medicine.id,
      product: name,
      batch,
      quantity: 1,
      unit: 'ml',
      next_due_on: addMonths(day, medicine.interval_count ?? 12),
      data,
      ...more,
    }),
  ];
}

/** What was given every year before the diary begins: a booster, with others every third year. */
function earlierVaccinations(
  records: Records,
  patient: Patient,
  days: readonly string[],
): Columns<EntryRow>[] {
  const { random, vets } = records;
  const [yearly, ...others] = vaccinesFor[patient.profile.kind] ?? [];
  if (yearly === undefined) return [];
  return days.flatMap((day, year) => {
    const time = `${10 + random.int(0, 6)}:${random.pick(['00', '15', '30', '45'])}`;
    const at = instantOf({ date: day, time }, 'Europe/London');
    if (at === null) return [];
    const user_id = random.pick(vets);
    const names = year % 3 === 0 ? [yearly, ...others] : [yearly];
    return names.flatMap((name) => vaccination(records, patient.row, day, at, name, { user_id }));
  });
}

function prescription(
  { medicines }: Records,
  finding: string,
  day: string,
): (Partial<Columns<EntryRow>> & { kind: 'prescription' }) | null {
  const remedy = remedies.find(({ when }) => when.test(finding));
  const medicine = remedy && medicines.get(remedy.product);
  if (!remedy || !medicine) return null;
  return {
    kind: 'prescription',
    medicine_id: medicine.id,
    product: remedy.product,
    quantity: remedy.quantity,
    unit: remedy.unit,
    data: {
      directions: remedy.directions,
      repeats: 0,
      is_controlled: false,
      valid_until: addMonths(day, 6),
      qualification: 'MRCVS',
    },
  };
}

/** What was recorded at a completed appointment. */
function ofAppointment(records: Records, appointment: Appointment): Columns<EntryRow>[] {
  const { visit, booking, endsAt, problem } = appointment;
  const { random, vets } = records;
  const { row, profile } = visit.patient;
  const more = { booking_id: booking.id, user_id: booking.staff_id ?? random.pick(vets) };
  const note = (body: string, title: string) =>
    entry(records, row, endsAt, { kind: 'note', body, shared: random.chance(0.4), data: { title }, ...more });
  if (problem) {
    const text = `Reason: ${problem.complaint}\nFindings: ${problem.finding}`;
    const prescribed = random.chance(0.7) ? prescription(records, problem.finding, visit.date) : null;
    return [
      note(text, visit.offer.name),
      ...(prescribed === null ? [] : [entry(records, row, endsAt, { ...prescribed, ...more })]),
    ];
  }
  if (!/vaccin/i.test(visit.offer.name)) return [];
  const [yearly, ...others] = vaccinesFor[profile.kind] ?? [];
  const isFirst = visit.offer.name.startsWith('First');
  const names = [yearly, ...(isFirst ? others : [])].filter((name) => name !== undefined);
  return [
    note('Well in themselves, eating and drinking. Heart and lungs normal. No reaction.', 'Booster'),
    ...names.flatMap((name) => vaccination(records, row, visit.date, endsAt, name, more)),
  ];
}

async function insertMedicines(db: OwnerDb, tenantId: number, today: string): Promise<MedicineRow[]> {
  const opened = `${addDays(today, -1500)}T09:00:00Z`;
  return insertRows(
    db,
    'medicines',
    starterMedicines.vet.map((medicine, index) => ({
      tenant_id: tenantId,
      kind: medicine.kind,
      name: medicine.name,
      manufacturer: makers[index % makers.length] ?? null,
      interval_count: medicine.interval_count ?? null,
      interval_unit: medicine.interval_unit ?? null,
      is_controlled: medicine.is_controlled ?? false,
      created_at: opened,
      updated_at: opened,
    })),
  );
}

/** The batches that the practice has now, so that visit notes suggest them. */
const currentBatches = `
  update medicines m set last_batch = e.batch, last_expiry = (e.data ->> 'expiry')::date
  from (select distinct on (e.tenant_id, e.medicine_id) e.* from entries e where e.batch is not null
        order by e.tenant_id, e.medicine_id, e.at desc) e
  where m.tenant_id = e.tenant_id and m.id = e.medicine_id`;

/** A note on the wrong animal, struck through the next morning, and an addendum to another. */
const corrections = `
  with wrong as (
    select e.tenant_id, e.id from entries e where e.tenant_id = $1 and e.kind = 'note' and e.at < $2::timestamptz - interval '7 days'
    order by e.at desc, e.id limit 1)
  update entries e set struck_at = e.at + interval '18 hours', struck_by_user_id = e.user_id,
    struck_reason = 'Recorded on the wrong animal', version = 2
  from wrong where e.tenant_id = wrong.tenant_id and e.id = wrong.id`;
const addenda = `
  insert into entry_addenda (tenant_id, entry_id, user_id, at, body)
  select e.tenant_id, e.id, e.user_id, e.at + interval '3 days', 'The client called: much better, eating well again.'
  from entries e
  where e.tenant_id = $1 and e.kind = 'note' and e.struck_at is null and e.at < $2::timestamptz - interval '4 days' and e.id % 15 = 0
  order by e.id`;

/**
 * Years of health records: vaccinations with batches, notes, prescriptions, an entry struck through, and addenda.
 * @param earlier when animals were vaccinated before the diary begins
 */
export async function insertRecords(
  db: OwnerDb,
  practice: { tenantId: number; vets: readonly number[]; today: string; now: Date },
  earlier: ReadonlyMap<Patient, readonly string[]>,
  appointments: readonly Appointment[],
): Promise<void> {
  const { tenantId, vets, today, now } = practice;
  const opened = `${addDays(today, -1500)}T09:00:00Z`;
  const medicines = new Map((await insertMedicines(db, tenantId, today)).map((one) => [one.name, one]));
  await insertRows(
    db,
    'note_templates',
    starterTemplates.vet.map((template) => ({
      tenant_id: tenantId,
      ...template,
      created_at: opened,
      updated_at: opened,
    })),
  );
  // Of its own, so that the other data does not depend on it.
  const records: Records = { tenantId, medicines, vets, now, random: createRandom(20_261_125) };
  const rows = [
    ...[...earlier].flatMap(([patient, days]) => earlierVaccinations(records, patient, days)),
    ...appointments
      .filter(({ booking, endsAt }) => booking.status === 'completed' && endsAt <= now)
      .flatMap((appointment) => ofAppointment(records, appointment)),
  ];
  await insertRows(
    db,
    'entries',
    rows.toSorted((one, other) => String(one.at).localeCompare(String(other.at))),
  );
  await db.query({ text: currentBatches });
  await db.query({ text: corrections, values: [tenantId, now] });
  await db.query({ text: addenda, values: [tenantId, now] });
}
