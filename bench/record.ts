import pg from 'pg';
import type { BenchCluster } from './database.ts';
import { measureCalls, type Measured, type SearchCall } from './desk-search.ts';
import { generateVolume, type VolumePractice } from './generate-volume.ts';
import type { BenchOptions } from './options.ts';
import { plansOfCalls } from './plans.ts';
import { count, ms, table, verdict, type Section } from './report.ts';
import { statementLines, type StatementLine } from './reports.ts';

const entries = 2000;
const years = 20;
/** Milliseconds of processor time for a page, of the server and PostgreSQL together. */
const goalMs = 50;

interface RecordLine extends Measured {
  call: SearchCall;
  statements: StatementLine[];
}

interface RecordResult {
  lines: RecordLine[];
}

/** Gives one animal a life of twenty years: entries, visits with a message each, weights and files. */
async function fillRecord(ownerUrl: string, { tenantId, userId }: VolumePractice): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("set session_replication_role = 'replica'");
  const { rows } = await owner.query<{ id: string; client_id: string }>(
    'select a.id, a.client_id from animals a where a.tenant_id = $1 order by a.id limit 1',
    [tenantId],
  );
  const [animalId, clientId] = [Number(rows[0]?.id), Number(rows[0]?.client_id)];
  const day = `now() - n * interval '${years} years' / $4::integer`;
  await owner.query(
    `insert into entries (tenant_id, animal_id, client_id, user_id, kind, at, begun_at, body, product, batch, quantity, unit, data)
     select $1, $2, $3, $5, k.kind, ${day}, ${day},
       repeat('Bright, alert and responsive; no abnormalities detected on examination. ', 1 + n % 12) || n,
       case when k.kind <> 'note' then 'Product ' || n % 40 end, case when k.kind <> 'note' then 'B' || n % 90 end,
       case when k.kind <> 'note' then 0.25 end, case when k.kind <> 'note' then 'ml' end, '{"title": "Consultation"}'
     from generate_series(1, $4::integer) n
     cross join lateral (select (array['note', 'note', 'vaccination', 'treatment', 'prescription'])[1 + n % 5] as kind) k`,
    [tenantId, animalId, clientId, entries, userId],
  );
  await owner.query(
    `insert into entry_addenda (tenant_id, entry_id, user_id, body)
     select e.tenant_id, e.id, e.user_id, 'Seen again' from entries e
     where e.tenant_id = $1 and e.animal_id = $2 and e.id % 5 = 0`,
    [tenantId, animalId],
  );
  await owner.query(
    `insert into animal_weights (tenant_id, animal_id, measured_on, weight_grams)
     select $1, $2, current_date - n * 18, 12000 + n from generate_series(1, 400) n`,
    [tenantId, animalId],
  );
  await owner.query(
    `update bookings b set animal_id = $2, client_id = $3, starts_at = now() - k.n * interval '18 days', status = 'completed'
     from (select b.id, row_number() over (order by b.id) as n from bookings b where b.tenant_id = $1 limit 400) k
     where b.tenant_id = $1 and b.id = k.id`,
    [tenantId, animalId, clientId],
  );
  await owner.query(
    `insert into files (tenant_id, animal_id, filename, file_size, mime_type, sha256, created_at)
     select $1, $2, 'x-ray-' || n || '.pdf', 1000, 'application/pdf', sha256(n::text::bytea), now() - n * interval '36 days'
     from generate_series(1, 200) n`,
    [tenantId, animalId],
  );
  await owner.query('vacuum analyze');
  await owner.end();
  return animalId;
}

/** Measures the pages of the health record of an animal of twenty years with 2,000 entries. */
export async function measureRecord(cluster: BenchCluster, { quick }: BenchOptions): Promise<RecordResult> {
  const addresses = await cluster.createDatabase('bench_record');
  const fill = (practices: number, bookings: number, clients: number): Promise<VolumePractice[]> =>
    generateVolume(addresses.ownerUrl, {
      practices,
      bookingsPerPractice: bookings,
      clientsPerPractice: clients,
    });
  await fill(50, 400, 100);
  const [practice] = (await fill(1, 20_000, 5000)) as [VolumePractice];
  const animal_id = await fillRecord(addresses.ownerUrl, practice);
  const middle = new Date(Date.now() - (years / 2) * 365.25 * 86_400_000).toISOString().slice(0, 23);
  const page = (title: string, body: object): SearchCall => ({
    title,
    path: '/api/entries',
    body: { animal_id, ...body },
  });
  const calls = [
    page('the first page', {}),
    page('a page in the middle', { cursor: `${middle}000Z_5_1` }),
    page('a hundred vaccinations', { kinds: 'vaccination', limit: 100 }),
    page('a word that most entries have', { q: 'responsive' }),
    page('a word that none has', { q: 'xylophone' }),
  ];
  const measured = await measureCalls(addresses, practice.apiKey, calls, quick ? 20 : 100);
  const plans = await plansOfCalls(addresses, practice, calls);
  return {
    lines: calls.map((call, index) => ({
      call,
      ...(measured[index] as Measured),
      statements: statementLines(plans[index] ?? []).filter(
        ({ statement }) => statement === 'timeline_of_animal',
      ),
    })),
  };
}

/** The health record of an old animal, page by page. */
export function recordSection({ lines }: RecordResult): Section {
  const databaseMs = ({ statements }: RecordLine): number =>
    Math.max(0, ...statements.map((line) => line.ms));
  const isSlow = ({ processorMs }: Measured): boolean => processorMs >= goalMs;
  return {
    title: 'A health record',
    lines: [
      `An animal of ${years} years with ${count(entries)} entries, 400 appointments with a message each, 400 weights and 200 files, in a practice of 20,000 appointments among fifty others; called over HTTP, one call at a time. Goal: < ${goalMs} ms of processor time, of the server and PostgreSQL together, which hardly depends on other work on the machine. The time of the statement is with the clock of EXPLAIN in each node.`,
      '',
      ...table(
        ['Page', 'statement', 'pages of 8 kB', 'processor', 'p50', 'p95', 'goal'],
        lines.map((line) => [
          line.call.title,
          ms(databaseMs(line)),
          count(Math.max(0, ...line.statements.map(({ pages }) => pages))),
          ms(line.processorMs),
          ms(line.times.p50),
          ms(line.times.p95),
          verdict(!isSlow(line)),
        ]),
      ),
    ],
    missed: lines.filter(isSlow).map(({ call }) => `the health record: ${call.title}`),
  };
}
