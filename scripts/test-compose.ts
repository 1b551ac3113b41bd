import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ComposeProject, findEngine } from './compose-project.ts';
import { checkout } from './source-files.ts';
import manifest from '../package.json' with { type: 'json' };

// `npm run test:compose`: tests docker-compose.yml on a real engine, following docs/operating: up, sign in, book,
// restart, back up, upgrade, roll back, lose everything, restore, compare, down. DOCKER sets another command than
// `docker`; POSTGRES_IMAGE, CADDY_IMAGE and NODE_IMAGE set other images than the pinned ones.

type Answer = Record<string, unknown>;
const cli = ['node', 'apps/api/src/cli.ts'];
const backups = '/var/lib/burrow/backups';
const ownPassword = `tall-ship-${randomBytes(6).toString('hex')}`;
const admin = { email: 'ann@willow.example', password: `quiet-harbour-${randomBytes(6).toString('hex')}` };

const engine = findEngine();
if ('missing' in engine) {
  console.log(`Skipped: no Docker engine with Compose answers here (${engine.missing}).`);
  process.exit(0);
}
console.log(`Docker Engine ${engine.version}`);
const project = await ComposeProject.create();

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`ok  ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return result;
}

async function call(action: string, input: Answer, key?: string): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(`${project.url}/api/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(input),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

async function must<T = Answer>(action: string, input: Answer, key?: string): Promise<T> {
  const { status, body } = await call(action, input, key);
  assert.equal(status, 200, `${action}: ${status} ${JSON.stringify(body)}`);
  return body as T;
}

const signIn = async (email: string, password: string): Promise<string> =>
  String((await must('auth', { email, password }))['api_key']);

/** Signs in as the first superadmin, who must choose a password first. */
async function firstSignIn(): Promise<string> {
  const { FIRST_SUPERADMIN_EMAIL: email = '', FIRST_SUPERADMIN_PASSWORD: password = '' } = project.settings;
  const key = await signIn(email, password);
  assert.equal((await call('superadmin/practices', {}, key)).body['code'], 'password_change_required');
  await must('set_password', { password: ownPassword }, key);
  assert.equal((await call('auth', { email, password })).status, 401);
  return key;
}

/** Creates a practice; its admin adds a client, an animal, an appointment and a file. */
async function openPractice(superadmin: string): Promise<void> {
  const { setup_link: link } = await must<{ setup_link: string }>(
    'superadmin/practice_create',
    { tenant_name: 'Willow Vets', admin_name: 'Ann Archer', admin_email: admin.email },
    superadmin,
  );
  const token = new URL(link, project.url).searchParams.get('token') ?? /[^/#=]+$/.exec(link)?.[0];
  await must('setup_link/use', { token, password: admin.password });
  const key = await signIn(admin.email, admin.password);
  const { client_id: client } = await must(
    'client_create',
    { name: 'Zoë O’Hara', phone: '07700 900001' },
    key,
  );
  await must('animal_species_insert_multi', { species: 'Dog' }, key);
  const [species] = await must<Answer[]>('animal_species', {}, key);
  const animal = { client_id: client, name: 'Bella', type: species?.['id'] };
  const { animal_id: animalId } = await must('animal_create', animal, key);
  const { service_id: service } = await must(
    'booking_type_insert',
    { name: 'Consultation', base_price: '45.00' },
    key,
  );
  await book(key, { client, animal: animalId, service }, '10:00');
  const text = Buffer.from(`Notes of ${randomBytes(20).toString('hex')}\n`).toString('base64');
  const file = { entity_type: 'animal', entity_id: animalId, filename: 'notes.txt', file_data: text };
  await must('file/upload', file, key);
}

async function book(
  key: string,
  of: Record<'client' | 'animal' | 'service', unknown>,
  at: string,
): Promise<void> {
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const ids = { client_id: of.client, animal_id: of.animal, service_id: of.service };
  await must('booking_create', { ...ids, booking_date: day, booking_time: at }, key);
}

/** The practice's data, which must survive every step. */
async function whatIsThere(): Promise<Answer> {
  const key = await signIn(admin.email, admin.password);
  const animals = await must<Answer[]>('animals', {}, key);
  const id = animals[0]?.['id'];
  const files = await must<Answer[]>('files/by_entity', { entity_type: 'animal', entity_id: id }, key);
  return {
    animals,
    clients: await must('clients', {}, key),
    bookings: await must('bookings_by_animal', { animal_id: id }, key),
    services: await must('booking_types', {}, key),
    files,
    bytes: await must('file/get', { file_id: files[0]?.['id'] }, key),
  };
}

async function sameAs(before: Answer): Promise<void> {
  const after = await whatIsThere();
  for (const [what, value] of Object.entries(before)) {
    assert.ok(isDeepStrictEqual(after[what], value), `${what}: ${JSON.stringify(after[what])}`);
  }
}

/** Expects the installation screen and doctor to show this build. */
async function runs(tag: string): Promise<void> {
  const key = await signIn(project.settings['FIRST_SUPERADMIN_EMAIL'] ?? '', ownPassword);
  const { server } = await must<{ server: Answer }>('superadmin/installation', {}, key);
  assert.equal(server['build'], tag);
  const report = await project.compose(['exec', '-T', 'worker', ...cli, 'doctor']);
  assert.ok(
    report.split('\n').some((line) => /^ok +build /.test(line) && line.endsWith(` ${tag}`)),
    report,
  );
  assert.match(report, /\d+ checks passed\./);
}

const up = (...more: string[]): Promise<string> => project.compose(['up', '-d', '--wait', ...more]);

async function journey(): Promise<void> {
  const first = `${manifest.version}-20200101-src00000001`;
  const second = execFileSync('sh', [join(checkout, 'infra/set-build.sh'), '--print'], {
    encoding: 'utf8',
  }).trim();
  await step('the file is valid, with every profile and the example override', async () => {
    project.set({ GRAFANA_PASSWORD: 'not-started', METRICS_PORT: '9464' });
    const profiles = ['sandbox', 'mail', 's3'].flatMap((profile) => ['--profile', profile]);
    await project.compose([...profiles, 'config', '-q']);
    const example = ['-f', 'docker-compose.yml', '-f', 'docker-compose.override.example.yml'];
    await project.compose([...example, 'config', '-q']);
  });
  project.set({ BURROW_TAG: first });
  await step('build', () => project.compose(['build', 'api']));
  await step('up', () => up());
  await step('first sign-in, a practice, an appointment', async () => openPractice(await firstSignIn()));
  const before = await whatIsThere();
  await step('a restart keeps everything', async () => {
    await project.compose(['restart']);
    await up();
    await sameAs(before);
  });
  const backup = await step('backup', async () => {
    await project.compose(['exec', '-T', 'worker', ...cli, 'backup']);
    const listed = await project.compose(['exec', '-T', 'worker', 'ls', backups]);
    const [name = ''] = /burrow-\d{8}T\d{6}Z/.exec(listed) ?? [];
    await project.compose(['exec', '-T', 'worker', ...cli, 'backup-verify', `${backups}/${name}`]);
    return name;
  });
  project.set({ BURROW_TAG: second });
  await step('upgrade to another build', async () => {
    await project.compose(['build', 'api']);
    await up();
    await runs(second);
    await sameAs(before);
    assert.deepEqual((await project.builtTags()).toSorted(), [first, second].toSorted());
  });
  await step('roll back to the previous build', async () => {
    project.set({ BURROW_TAG: first });
    await up();
    await runs(first);
    project.set({ BURROW_TAG: second });
    await up();
  });
  const archive = join(project.folder, 'backup.tar');
  await step('copy the backup off the machine, then lose everything', async () => {
    const tar = ['run', '--rm', '-T', '--no-deps', 'worker', 'tar', '-C', backups, '-c', backup];
    await project.compose(tar, { stdout: archive });
    await project.compose(['down', '-v']);
  });
  await step('restore', async () => {
    const tar = ['run', '--rm', '-T', '--no-deps', 'worker', 'tar', '-C', backups, '-x'];
    await project.compose(tar, { stdin: archive });
    await up('db');
    const restore = [...cli, 'restore', `${backups}/${backup}`, '--into', 'burrow'];
    await project.compose(['run', '--rm', '-T', '--no-deps', 'migrate', ...restore]);
    await up();
    await sameAs(before);
    await runs(second);
  });
}

let failure: unknown;
try {
  await journey();
} catch (error) {
  failure = error;
  console.error(error);
  const logs = await project.compose(['logs', '--no-color', '--tail', '40']).catch(String);
  console.error(logs);
}
await step('down', () => project.remove());
if (failure !== undefined) process.exit(1);
