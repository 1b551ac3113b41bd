import { describe, expect, it } from 'vitest';
import { dice } from '../../testing/dice.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { beginImport, checkImport, importOf, uploadImport } from '../../testing/imports.ts';

// Randomly generated files like those of practices: properties that hold for all of them.

const api = useTestApi();
const db = () => api.testDatabase.owner;

interface Cells {
  name: string;
  phone: string;
  email: string;
  pet: string;
  species: string;
  born: string;
}

type Roll = (below: number) => number;

const one = <Value>(roll: Roll, values: readonly Value[]): Value => {
  const value = values[roll(values.length)];
  if (value === undefined) throw new Error('There is nothing to choose from.');
  return value;
};

/** The same number in one of many spellings. */
const written = (roll: Roll, person: number): string => {
  const digits = `07700${900_100 + person}`;
  return one(roll, [
    digits,
    `${digits.slice(0, 5)} ${digits.slice(5)}`,
    `+44${digits.slice(1)}`,
    `(${digits.slice(0, 5)}) ${digits.slice(5, 8)}-${digits.slice(8)}`,
  ]);
};

/** A row about one of twelve people; a quarter of the rows have an error. */
function row(roll: Roll): Cells {
  const person = roll(12);
  const isWrong = roll(4) === 0;
  return {
    name: one(roll, [
      `Person ${person}`,
      `Person "P" ${person}`,
      `Person; ${person},\n the ${person}th`.replace('\n', ' '),
    ]),
    phone: isWrong && roll(2) === 0 ? one(roll, ['ask', '12', '+']) : written(roll, person),
    email: roll(3) === 0 ? `person${person}@example.com` : '',
    pet: roll(4) === 0 ? '' : `Pet ${roll(3)}`,
    species: one(roll, ['Dog', 'cat', 'DOG']),
    born: isWrong
      ? one(roll, ['31/02/2020', '1/1/2099', 'spring'])
      : one(roll, ['', '3/4/2019', '2019-04-03', '3 Apr 19']),
  };
}

const isEmptyAnimal = ({ pet, born, species }: Cells) => pet === '' && born === '' && species === '';

/** As a table, with the necessary quotes. */
function table(rows: readonly Cells[], separator: string, lineEnd: string): string {
  const quoted = (text: string) =>
    /["\n\r]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [
    ['Owner', 'Mobile', 'E-mail', 'Pet name', 'Species', 'DOB'],
    ...rows.map(({ name, phone, email, pet, species, born }) => [name, phone, email, pet, species, born]),
  ];
  return lines.map((cells) => cells.map(quoted).join(separator)).join(lineEnd) + lineEnd;
}

const encoded = (roll: Roll, text: string): Uint8Array =>
  one(roll, [
    () => Buffer.from(text),
    () => Buffer.from(`\uFEFF${text}`),
    () => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    () => Buffer.from(text, 'latin1'),
  ])();

async function everything({
  tenant,
}: Practice): Promise<{ clients: number; animals: number; phones: number }> {
  const { rows } = await db().query<{ clients: number; animals: number; phones: number }>(
    `select (select count(*)::int from clients where tenant_id = $1) as clients,
            (select count(distinct phone)::int from clients where tenant_id = $1) as phones,
            (select count(*)::int from animals where tenant_id = $1) as animals`,
    [tenant.id],
  );
  return rows[0] ?? { clients: 0, animals: 0, phones: 0 };
}

describe.each([1, 7, 42, 1977])('a file of seed %i', (seed) => {
  it('imports as its check predicted, loses no row, adds nothing the second time, and can be undone', async () => {
    const roll = dice(seed);
    const practice = await makePractice(db());
    const rows = Array.from({ length: 40 + roll(40) }, () => row(roll));
    expect(rows.some(isEmptyAnimal)).toBe(false);
    const file = encoded(roll, table(rows, one(roll, [',', ';', '\t', '|']), one(roll, ['\n', '\r\n'])));
    const before = await everything(practice);

    const id = await uploadImport(api, practice, file);
    const checked = await checkImport(api, practice, id);
    expect(checked.row_count).toBe(rows.length);
    expect(await everything(practice)).toEqual(before);
    await beginImport(api, practice, id);
    await api.runJobs();
    const { counts } = await importOf(api, practice, id);
    expect(counts).toEqual(checked.counts);
    const after = await everything(practice);
    expect(after.clients - before.clients).toBe(counts.clients_created);
    expect(after.animals - before.animals).toBe(counts.animals_created);
    // No two clients have one number.
    expect(after.phones).toBe(after.clients);
    const {
      clients_created: made,
      clients_existing: had,
      clients_repeated: repeated,
      problem_rows: wrong,
    } = counts;
    expect(made + had + repeated + wrong + counts.empty_rows).toBe(rows.length);
    expect(made).toBeGreaterThan(0);
    expect(wrong).toBeGreaterThan(0);

    const again = await uploadImport(api, practice, file);
    await checkImport(api, practice, again);
    await beginImport(api, practice, again);
    await api.runJobs();
    const second = await importOf(api, practice, again);
    expect(second.counts).toMatchObject({ clients_created: 0, animals_created: 0, problem_rows: wrong });
    expect(second.counts.duplicate_rows).toBe(rows.length - wrong);

    await api.call('import/undo', { import_id: id }, practice.adminKey);
    await api.runJobs();
    expect(await importOf(api, practice, id)).toMatchObject({ status: 'undone', kept_count: 0 });
    expect(await everything(practice)).toEqual(before);
  });
});
