import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { AnimalRow, ClientRow, Columns, SpeciesRow } from '../packages/dev/src/factory-rows.ts';
import { allergies, animalNotes, behaviourNotes, namesFor } from './animal-names.ts';
import { speciesProfiles, type Breed, type SpeciesProfile } from './breeds.ts';
import { createRandom, type Random } from './random.ts';

/** The species a practice can treat, as the set-up offers them. */
export const speciesNames: readonly string[] = [
  'Dog',
  'Cat',
  'Rabbit',
  'Bird',
  'Fish',
  'Turtle',
  'Horse',
  'Hamster',
  'Guinea pig',
  'Gerbil',
  'Ferret',
  'Snake',
  'Lizard',
  'Chinchilla',
  'Hedgehog',
  'Parrot',
];

/** An animal with its demo data by species. */
export interface Patient {
  row: AnimalRow;
  profile: SpeciesProfile;
  /** Weight of the grown animal. */
  grownGrams: number;
  /** First day at the practice, YYYY-MM-DD. */
  since: string;
}

interface Plan {
  columns: Columns<AnimalRow>;
  profile: SpeciesProfile;
  grownGrams: number;
  since: string;
}

const daysPerYear = 365.25;

/** Years between two days. */
export const yearsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 / daysPerYear;

/** One to four animals for each client; the first client's two are set. */
export async function insertAnimals(
  db: OwnerDb,
  clients: readonly ClientRow[],
  species: readonly SpeciesRow[],
  today: string,
  random: Random,
): Promise<Patient[]> {
  const idOf = new Map(species.map((row) => [row.name, row.id]));
  const plans = clients.flatMap((client, index) => {
    if (index === 0) return portalAnimals(client, today);
    const taken = new Set<string>();
    return Array.from({ length: householdSize(random) }, () => planAnimal(client, today, taken, random));
  });
  // Of their own, so that the rest of the demo stays the same.
  const identities = createRandom(15_011_784);
  const rows = await insertRows(
    db,
    'animals',
    plans.map(({ columns, profile }) => ({
      ...identityOf(profile, identities),
      ...columns,
      species_id: idOf.get(profile.species) ?? null,
    })),
  );
  return plans.map(({ profile, grownGrams, since }, index) => ({
    row: rows[index] as AnimalRow,
    profile,
    grownGrams,
    since,
  }));
}

/** Dogs and cats must have a microchip in England; others may. */
const chipped: Partial<Record<SpeciesProfile['kind'], number>> = {
  dog: 0.97,
  cat: 0.88,
  horse: 0.95,
  rabbit: 0.3,
};
const insurers = ['Meadow Pet Cover', 'Tailwind Pet Insurance', 'Hearth and Hound', 'Nine Lives Cover'];

function identityOf(
  profile: SpeciesProfile,
  random: Random,
): Pick<Columns<AnimalRow>, 'microchip' | 'insurer' | 'policy'> {
  const number = String(random.int(0, 999_999_999)).padStart(9, '0');
  const maker = random.pick(['981', '985', '968', '941']);
  const hasChip = random.chance(chipped[profile.kind] ?? 0.05);
  const isInsured = random.chance(isDogOrCat(profile) ? 0.38 : 0.06);
  const insurer = random.pick(insurers);
  const policy = `${insurer.slice(0, 1)}P ${random.int(100_000, 999_999)}/${random.int(1, 4)}`;
  return {
    microchip: hasChip ? `${maker}112${number}` : null,
    insurer: isInsured ? insurer : null,
    policy: isInsured ? policy : null,
  };
}

const householdSize = (random: Random): number =>
  random.weighted([1, 2, 3, 4], (size) => [0, 62, 26, 9, 3][size] ?? 0);

function planAnimal(client: ClientRow, today: string, taken: Set<string>, random: Random): Plan {
  const profile = random.weighted(speciesProfiles, ({ share }) => share);
  const breed = random.weighted(profile.breeds, ({ share }) => share);
  const isFemale = random.chance(0.5);
  let name = random.pick(namesFor(profile.kind, isFemale));
  while (taken.has(name)) name = random.pick(namesFor(profile.kind, isFemale));
  taken.add(name);
  const dob = addDays(today, -Math.round(ageToday(profile, random) * daysPerYear));
  const joined = client.created_at.slice(0, 10);
  const firstVisit = addDays(dob, 56);
  const since = firstVisit > joined ? earlier(firstVisit, addDays(today, -1)) : joined;
  const isOld = yearsBetween(dob, today) > profile.lifespan / 2;
  const notes = animalNotes[profile.kind];
  const allergy = random.chance(0.125) ? random.pick(allergies[profile.kind]) : null;
  const archived = client.archived_at !== null || random.chance(0.03);
  const leftOn = client.archived_at?.slice(0, 10) ?? (archived ? addDays(today, -random.int(5, 120)) : since);
  const reason = !archived ? null : client.archived_at || !isOld ? 'moved' : 'deceased';
  return {
    profile,
    since,
    grownGrams: grownWeight(breed, isFemale, random),
    columns: {
      tenant_id: client.tenant_id,
      client_id: client.id,
      name,
      breed: breed.name,
      color: random.pick(breed.colours.filter((colour) => isFemale || colour !== 'Tortoiseshell')),
      gender: genderOf(profile, isFemale, yearsBetween(dob, today), random),
      dob: profile.kind === 'fish' || random.chance(0.03) ? null : dob,
      allergies: allergy,
      no_known_allergies: allergy === null && random.chance(0.6),
      behaviour_notes: random.chance(0.22) ? random.pick(behaviourNotes[profile.kind]) : null,
      notes: notes && random.chance(0.14) ? random.pick(notes) : null,
      active: !archived,
      archived_reason: reason,
      deceased_on: reason === 'deceased' ? leftOn : null,
      created_at: `${since}T12:00:00Z`,
      updated_at: `${leftOn > since ? leftOn : since}T12:00:00Z`,
    },
  };
}

const earlier = (a: string, b: string): string => (a < b ? a : b);

export const isDogOrCat = (profile: SpeciesProfile): boolean =>
  profile.kind === 'dog' || profile.kind === 'cat';

/** Years. A sixth of the dogs and cats came as puppies and kittens in the past year. */
function ageToday(profile: SpeciesProfile, random: Random): number {
  if (isDogOrCat(profile) && random.chance(0.17)) return 0.2 + random.next() * 1.1;
  return profile.lifespan * (0.06 + 0.8 * random.next() ** 1.25);
}

function genderOf(
  profile: SpeciesProfile,
  isFemale: boolean,
  age: number,
  random: Random,
): AnimalRow['gender'] {
  if (profile.kind === 'fish') return null;
  const sex = isFemale ? 'female' : 'male';
  // The young ones are neutered in the diary.
  const wasNeutered =
    (isDogOrCat(profile) && age > 1.7 && random.chance(0.86)) ||
    (profile.kind === 'rabbit' && age > 0.8 && random.chance(0.7)) ||
    (profile.kind === 'horse' && !isFemale);
  return wasNeutered ? `${sex} neutered` : sex;
}

/** Males are in the upper part of their breed's range. */
function grownWeight(breed: Breed, isFemale: boolean, random: Random): number {
  const [light, heavy] = breed.kilograms;
  const part = (isFemale ? 0 : 0.3) + 0.7 * random.next();
  return Math.round((light + (heavy - light) * part) * 1000);
}

function portalAnimals(client: ClientRow, today: string): Plan[] {
  const profileOf = (species: string): SpeciesProfile => {
    const profile = speciesProfiles.find((candidate) => candidate.species === species);
    if (!profile) throw new Error(`No animals are kept of the species ${species}.`);
    return profile;
  };
  const since = client.created_at.slice(0, 10);
  const common = {
    tenant_id: client.tenant_id,
    client_id: client.id,
    active: true,
    archived_reason: null,
    deceased_on: null,
    created_at: client.created_at,
    updated_at: client.created_at,
  };
  return [
    {
      profile: profileOf('Dog'),
      since,
      grownGrams: 11_800,
      columns: {
        ...common,
        name: 'Biscuit',
        breed: 'Cockapoo',
        color: 'Apricot',
        gender: 'male neutered',
        dob: addDays(today, -1590),
        allergies: 'Chicken protein: itching and soft stools',
        no_known_allergies: false,
        behaviour_notes: 'Loves everyone. Hides behind Charlotte when the thermometer comes out.',
        notes: 'Insured for life: the policy covers dental treatment.',
        microchip: '981112004417325',
        insurer: 'Meadow Pet Cover',
        policy: 'MP 418220/1',
      },
    },
    {
      profile: profileOf('Cat'),
      since,
      grownGrams: 4300,
      columns: {
        ...common,
        name: 'Mabel',
        breed: 'Domestic Shorthair',
        color: 'Tabby and white',
        gender: 'female neutered',
        dob: addDays(today, -3280),
        allergies: null,
        no_known_allergies: true,
        behaviour_notes: 'Stays calmer in the lower half of the carrier.',
        notes: null,
        microchip: '985112000936184',
        insurer: null,
        policy: null,
      },
    },
  ];
}
