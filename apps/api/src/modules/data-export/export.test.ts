import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canaryMark, plantCanaries } from '../../testing/derived/canaries.ts';
import { tenantTables } from '../../testing/derived/tenant-rows.ts';
import { makeFullPractice, type Scene } from '../../testing/derived/world.ts';
import { makeFile } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient, makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { makeManyMessages, planOf } from '../../testing/many-messages.ts';
import { ndjson, readZip } from '../../testing/read-zip.ts';
import { excludedTables, exportedTables } from './exported-tables.ts';

const folder = await mkdtemp(join(tmpdir(), 'burrow-export-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const api = useTestApi({ FILE_STORAGE: 'disk', FILE_STORAGE_PATH: folder });
const db = () => api.testDatabase.owner;

/** A document is answered as its bytes. */
const bytesOf = ({ body }: { body: unknown }): Uint8Array => body as Uint8Array;
const exported = async (caller: Caller) => readZip(bytesOf(await api.call('practice_export', {}, caller)));
const clientExported = async (clientId: number, caller: Caller) =>
  readZip(bytesOf(await api.call('client_export', { client_id: clientId }, caller)));
const manifest = (entries: Map<string, Buffer>) =>
  JSON.parse(String(entries.get('manifest.json'))) as {
    scope: string;
    tables: { name: string; rows: number; csv: string; json: string }[];
    files: { packed: number; missing: number; bytes: number };
  };

let here: Scene;
let elsewhere: Scene;
beforeAll(async () => {
  here = await makeFullPractice(db());
  elsewhere = await makeFullPractice(db());
  await plantCanaries(db(), elsewhere.practice.tenant.id);
});

describe('an export of a practice', () => {
  it('covers every table of a practice: as a file, or with the reason for leaving it out', async () => {
    const known = [...exportedTables.map(({ table }) => table), ...Object.keys(excludedTables)];
    const tables = (await tenantTables(db())).map(({ name }) => name);
    expect(known.toSorted()).toEqual(tables.toSorted());
    expect(new Set(exportedTables.map(({ name }) => name)).size).toBe(exportedTables.length);
  });

  it('has every row of every table, as CSV and as JSON, and counts them', async () => {
    const answer = await api.call('practice_export', {}, here.practice.adminKey);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="burrow-export-2026-01-14.zip"',
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const entries = await readZip(bytesOf(answer));
    const { tables, scope } = manifest(entries);
    expect(scope).toBe('practice');
    for (const { table, name } of exportedTables) {
      const column = table === 'tenants' ? 'id' : 'tenant_id';
      const { rows } = await db().query<{ rows: number }>(
        // The entry about the export itself is included.
        `select count(*)::int as rows from ${table} t where t.${column} = $1`,
        [here.practice.tenant.id],
      );
      const records = ndjson(entries.get(`json/${name}.ndjson`));
      expect([name, records.length]).toEqual([name, rows[0]?.rows]);
      expect(records.length).toBeGreaterThan(0);
      expect(tables.find((listed) => listed.name === name)?.rows).toBe(records.length);
      expect(entries.get(`csv/${name}.csv`)?.toString().startsWith('\uFEFF')).toBe(true);
    }
    expect(String(entries.get('README.txt'))).toContain('All data held by');
  });

  it('is lossless: a record equals its row', async () => {
    const entries = await exported(here.practice.adminKey);
    const booking = ndjson(entries.get('json/appointments.ndjson')).find(({ id }) => id === here.booking.id);
    const { rows } = await db().query<{ row: Record<string, unknown> }>(
      `select to_jsonb(b) - 'tenant_id' - 'during' as row from bookings b where b.tenant_id = $1 and b.id = $2`,
      [here.practice.tenant.id, here.booking.id],
    );
    const { starts_at, created_at, updated_at, ...rest } = rows[0]?.row ?? {};
    expect(booking).toMatchObject(rest);
    for (const [name, value] of Object.entries({ starts_at, created_at, updated_at })) {
      expect(new Date(String(booking?.[name]))).toEqual(new Date(String(value)));
      expect(booking?.[name]).toMatch(/\+00:00$/);
    }
  });

  it('has no password, key, code, token or location of a file, and nothing of another practice', async () => {
    const entries = await exported(here.practice.adminKey);
    const everything = [...entries.values()].map((content) => content.toString('latin1')).join('\n');
    expect(everything).not.toContain(canaryMark);
    const heads = [...entries].filter(([path]) => path.startsWith('json/'));
    const columns = new Set(
      heads.flatMap(([, content]) => ndjson(content).flatMap((row) => Object.keys(row))),
    );
    const alike = [...columns].filter((name) => /password|hash|token|secret|salt|code|_key/.test(name));
    expect(alike).toEqual(['portal_password_minimum']);
    const { rows } = await db().query<{ secret: string }>(
      `select l.password_hash as secret from client_logins l where l.tenant_id = $1
       union all select encode(k.key_hash, 'hex') from api_keys k where k.tenant_id = $1
       union all select encode(c.code_hash, 'hex') from phone_codes c where c.tenant_id = $1`,
      [here.practice.tenant.id],
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { secret } of rows) expect(everything).not.toContain(secret);
    expect(everything).not.toContain(here.session.apiKey);
  });

  it("is readable for people: names beside ids, money, the practice's clock, no formulas", async () => {
    const practice = await makePractice(db(), { tenant_name: 'Willow Vets' });
    const client = await makeClient(db(), {
      tenant: practice.tenant,
      name: '=HYPERLINK("https://x.example")',
      phone: '07700900123',
    });
    const of = { microchip: '985112001234567', policy: '0012345' };
    await makeAnimal(db(), { client, species: practice.dog, name: 'Bis,cuit', ...of });
    const entries = await exported(practice.adminKey);
    const csv = String(entries.get('csv/animals.csv'));
    expect(csv.split('\r\n')[0]).toMatch(/^\uFEFFId,Client id,Client,Species id,Species,Name,/);
    expect(csv).toContain(
      `,${client.id},"'=HYPERLINK(""https://x.example"")",${practice.dog.id},Dog,"Bis,cuit",`,
    );
    expect(csv).toContain(",985 112 001 234 567,,'0012345,");
    expect(ndjson(entries.get('json/animals.ndjson'))).toContainEqual(expect.objectContaining(of));
    expect(String(entries.get('csv/clients.csv'))).toContain(',07700 900123,');
    expect(ndjson(entries.get('json/clients.ndjson')).map(({ phone }) => phone)).toContain('07700900123');
    expect(String(entries.get('csv/services.csv'))).toContain('Consultation,,45.00,30,');
    expect(String(entries.get('csv/team.csv'))).toContain('Ada Admin');
    expect(ndjson(entries.get('json/team.ndjson')).every(({ email }) => String(email).includes('@'))).toBe(
      true,
    );
    expect(String(entries.get('README.txt'))).toContain('All data held by Willow Vets\r\n');
  });

  it('has every file under a unique path that is valid on every system', async () => {
    const { tenant, adminKey, animal, dog } = await makePractice(db());
    const client = await makeClient(db(), { tenant, name: '../../etc' });
    const odd = await makeAnimal(db(), { client, species: dog, name: 'CON: "<x>"|?*\\/' });
    const contents = new Map<number, Buffer>();
    for (const [owner, filename] of [
      [{ animal }, 'x-ray.png'],
      [{ animal }, 'x-ray.png'],
      [{ animal }, 'X-RAY.PNG'],
      [{ client }, '../../../passwd.txt'],
      [{ animal: odd }, 'con.txt'],
      [{ animal: odd }, 'Zoë’s chart. .pdf'],
      [{ animal: odd }, `${'long'.repeat(60)}.pdf`],
    ] as const) {
      const content = Buffer.from(`${filename} ${contents.size}`);
      contents.set((await makeFile(db(), { ...owner, filename, content })).id, content);
    }
    const entries = await exported(adminKey);
    const files = ndjson(entries.get('json/files.ndjson'));
    expect(files).toHaveLength(7);
    for (const { id, path } of files) {
      expect(entries.get(String(path))).toEqual(contents.get(Number(id)));
      for (const part of String(path).split('/')) {
        expect(part).toMatch(/^[^<>:"/\\|?*\p{C}]{1,140}$/u);
        expect(part).not.toMatch(/^\.|[. ]$|^(?:con|prn|aux|nul)\b/i);
      }
    }
    const paths = files.map(({ path }) => String(path).toLowerCase());
    expect(new Set(paths).size).toBe(7);
    expect(manifest(entries).files).toMatchObject({ packed: 7, missing: 0 });
  });

  it('lists the unavailable files, and contains all others', async () => {
    const { adminKey, animal, tenant } = await makePractice(db());
    const upload = async (text: string) =>
      api.call(
        'file/upload',
        {
          entity_type: 'animal',
          entity_id: animal.id,
          filename: `${text}.txt`,
          file_data: Buffer.from(text).toString('base64') as never,
        },
        adminKey,
      );
    const [kept, lost, changed] = [await upload('kept'), await upload('lost'), await upload('changed')];
    const inDatabase = await makeFile(db(), { animal, filename: 'old.txt' });
    const keyOf = async (fileId: number) => {
      const { rows } = await db().query<{ storage_key: string }>(
        'select storage_key from files where tenant_id = $1 and id = $2',
        [tenant.id, fileId],
      );
      return join(folder, rows[0]?.storage_key ?? '');
    };
    await rm(await keyOf(lost.body.file_id));
    await writeFile(await keyOf(changed.body.file_id), 'another');
    const entries = await exported(adminKey);
    const pathOf = (id: number) =>
      String(ndjson(entries.get('json/files.ndjson')).find((file) => file['id'] === id)?.['path']);
    expect(String(entries.get(pathOf(kept.body.file_id)))).toBe('kept');
    expect(entries.has(pathOf(inDatabase.id))).toBe(true);
    expect(entries.has(pathOf(lost.body.file_id))).toBe(false);
    expect(String(entries.get('missing-files.csv'))).toBe(
      `\uFEFFId,Path,Why\r\n${lost.body.file_id},${pathOf(lost.body.file_id)},The file is missing from storage.\r\n` +
        `${changed.body.file_id},${pathOf(changed.body.file_id)},"The stored file doesn’t match the original, so it was not included."\r\n`,
    );
    expect(manifest(entries).files).toMatchObject({ packed: 2, missing: 2 });
    expect(String(entries.get('README.txt'))).toContain('MISSING: 2 of the files');
  });

  it('is for admins only, also without a subscription, and is in the audit log', async () => {
    const practice = await makePractice(db(), {
      trial_ends_at: '2025-01-01T00:00:00Z',
      subscription_status: null,
    });
    for (const caller of [practice.staffKey, practice.clientKey]) {
      const refused = await api.call('practice_export', {}, caller);
      expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
    }
    const size = await api.call('practice_export/size', {}, practice.adminKey);
    expect(size.body).toMatchObject({ files: 0, file_bytes: 0 });
    const entries = await exported(practice.adminKey);
    const total = manifest(entries).tables.reduce((sum, { rows }) => sum + rows, 0);
    // The audit log has one more entry than before.
    expect(total).toBe(size.body.records + 1);
    const { rows } = await db().query(
      "select user_id::int, details from audit_log where tenant_id = $1 and action = 'practice_export'",
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ user_id: practice.admin.id, details: null }]);
  });

  it('works from a plain form, whose answer the browser saves to its disk', async () => {
    const { adminKey } = here.practice;
    const answer = await api.post(
      '/api/practice_export',
      new URLSearchParams({ api_key: adminKey.apiKey, user_id: String(adminKey.userId) }),
    );
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect((await readZip(new Uint8Array(await answer.arrayBuffer()))).has('README.txt')).toBe(true);
  });

  it('runs once at a time for a practice, and an aborted answer is no ZIP', async () => {
    const practice = await makePractice(db());
    const content = Buffer.alloc(4_000_000, 'not read');
    for (let count = 0; count < 6; count += 1) await makeFile(db(), { animal: practice.animal, content });
    // A request whose answer is not read.
    const begun = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(
        `${api.url}/api/practice_export`,
        { method: 'POST', headers: { Authorization: `Bearer ${practice.adminKey.apiKey}` } },
        resolve,
      );
      asked.on('error', reject);
      asked.end();
    });
    const second = await api.call('practice_export', {}, practice.adminKey);
    expect([second.status, second.error.code]).toEqual([429, 'export_under_way']);
    expect((await exported(elsewhere.practice.adminKey)).has('README.txt')).toBe(true);
    const first = await new Promise<Buffer>((resolve) => {
      begun.once('data', (piece: Buffer) => {
        begun.destroy();
        resolve(piece);
      });
    });
    await expect(readZip(first)).rejects.toThrow(/end of central directory/i);
    // After the disconnection it can be requested again; each caller has their own attempts.
    const askAgain = async () => {
      const user = await makeUser(db(), { tenant: practice.tenant, role: 'admin' });
      return (await api.call('practice_export', {}, await makeSessionKey(db(), { user }))).status;
    };
    await expect.poll(askAgain, { timeout: 20_000 }).toBe(200);
  }, 90_000);

  it('is limited to ten an hour', async () => {
    const { adminKey } = await makePractice(db());
    for (let count = 0; count < 10; count += 1) {
      expect((await api.call('practice_export', {}, adminKey)).status).toBe(200);
    }
    const more = await api.call('practice_export', {}, adminKey);
    expect([more.status, more.error.code]).toEqual([429, 'rate_limited']);
  }, 90_000);

  it('reads tens of thousands of rows as of one moment', async () => {
    const { tenant, adminKey } = await makePractice(db());
    await db().query(
      `insert into clients (tenant_id, name) select $1, 'Client ' || n from generate_series(1, 20000) n`,
      [tenant.id],
    );
    const entries = await exported(adminKey);
    const ids = ndjson(entries.get('json/clients.ndjson')).map(({ id }) => Number(id));
    expect(new Set(ids).size).toBe(20_001);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  }, 90_000);
});

describe('an export of a client', () => {
  it("has the client's data and no one else's", async () => {
    const practice = await makePractice(db());
    const mine = await makeFullPractice(db());
    const { tenant } = mine.practice;
    const other = await makeClient(db(), { tenant, name: 'Zacharias Other', notes: 'Somebody else' });
    const otherAnimal = await makeAnimal(db(), {
      client: other,
      species: mine.practice.dog,
      name: 'Rexothers',
    });
    await makeFile(db(), { animal: otherAnimal, filename: 'others.txt' });
    const entries = await clientExported(mine.client.id, mine.practice.adminKey);
    const everything = [...entries].map(([path, content]) => path + content.toString('latin1')).join('\n');
    for (const text of ['Zacharias', 'Rexothers', 'others.txt', 'Somebody else']) {
      expect(everything).not.toContain(text);
    }
    expect(manifest(entries).scope).toBe('client');
    expect(ndjson(entries.get('json/clients.ndjson')).map(({ id }) => id)).toEqual([mine.client.id]);
    expect(ndjson(entries.get('json/animals.ndjson')).map(({ id }) => id)).toEqual([mine.animal.id]);
    for (const name of [
      'appointments',
      'messages',
      'payments',
      'deposits',
      'refunds',
      'invoices',
      'weights',
    ]) {
      expect([name, ndjson(entries.get(`json/${name}.ndjson`)).length]).not.toEqual([name, 0]);
    }
    expect(entries.has('json/team.ndjson')).toBe(false);
    const paths = ndjson(entries.get('json/files.ndjson')).map(({ path }) => String(path));
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) expect(entries.has(path)).toBe(true);
    const foreign = await api.call('client_export', { client_id: mine.client.id }, practice.adminKey);
    expect([foreign.status, foreign.error.code]).toEqual([404, 'not_found']);
    const staff = await api.call('client_export', { client_id: mine.client.id }, mine.practice.staffKey);
    expect(staff.status).toBe(403);
  });

  it('finds their messages by index, however many the practice has', async () => {
    const { tenant, client } = await makePractice(db());
    await makeManyMessages(db(), tenant.id);
    const { ofClient = '' } = exportedTables.find(({ table }) => table === 'comms') ?? {};
    const text = `select from comms t where t.tenant_id = $1 and ${ofClient} order by t.tenant_id, t.id`;
    const plan = await planOf(db(), { text }, [tenant.id, client.id]);
    for (const index of ['client', 'booking', 'deposit']) expect(plan).toContain(`on comms_by_${index}`);
  });
});
