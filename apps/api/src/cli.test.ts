import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bcrypt from 'bcrypt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { freePort } from '../../../packages/dev/src/postgres-server.ts';
import {
  makeAccount,
  makeSessionKey,
  makeTenant,
  makeUser,
} from '../../../packages/dev/src/factory-people.ts';
import { startProcess } from './testing/node-process.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'burrow-cli-'));

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.owner.query('delete from accounts'));
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

interface Ran {
  code: number | null;
  output: string;
}

async function run(args: string[], env: Record<string, string> = {}, input?: string): Promise<Ran> {
  const settings = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    BCRYPT_COST: '4',
    ...env,
  };
  const started = startProcess('cli.ts', { env: settings, args, ...(input !== undefined && { input }) });
  return { code: await started.exited, output: started.output() };
}

interface Account {
  email: string;
  name: string;
  password_hash: string;
  is_superadmin: boolean;
  must_change_password: boolean;
}

async function accounts(): Promise<Account[]> {
  const { rows } = await database.owner.query<Account>(
    'select email, name, password_hash, is_superadmin, must_change_password from accounts order by id',
  );
  return rows;
}

describe('the operator’s commands', () => {
  it('are listed if the command is missing or unknown', async () => {
    const [help, ...wrong] = await Promise.all([
      run(['--help']),
      run([]),
      run(['frobnicate']),
      run(['doctor', '--loud']),
    ]);
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('create-superadmin <email>') });
    for (const { code, output } of wrong) {
      expect([code, output]).toEqual([2, expect.stringContaining('Usage: ')]);
    }
  });

  it('ignore no argument', async () => {
    const ran = await Promise.all([
      run(['backup', '/srv/backups']),
      run(['backup', '--into', 'burrow']),
      run(['restore', '/srv/backups/one', '/srv/backups/other']),
    ]);
    expect(ran.map(({ code, output }) => [code, output.split('\n')[0]])).toEqual([
      [2, 'backup doesn’t accept /srv/backups.'],
      [2, 'backup doesn’t accept --into.'],
      [2, 'restore doesn’t accept /srv/backups/other.'],
    ]);
  });

  it('refuse invalid settings, all at once', async () => {
    const { code, output } = await run(['migrate'], { PORT: 'eighty', DATABASE_OWNER_URL: '' });
    expect([code, output]).toEqual([1, expect.stringContaining('  PORT: ')]);
  });
});

describe('migrate', { timeout: 90_000 }, () => {
  it('migrates an empty database, once, and creates the first superadmin', async () => {
    const empty = await createEmptyDatabase();
    const env = {
      DATABASE_URL: empty.appUrl,
      DATABASE_OWNER_URL: empty.ownerUrl,
      FIRST_SUPERADMIN_EMAIL: 'root@burrow.test',
      FIRST_SUPERADMIN_PASSWORD: 'tall-ship-9-harbour',
    };
    const first = await run(['migrate'], env);
    expect(first.output).toMatch(
      /^Migrated 0001_foundation\.sql\n[\s\S]+\nCreated the first superadmin\.\n$/,
    );
    expect(first.code).toBe(0);
    const again = { code: 0, output: 'The database is up to date.\n' };
    expect(await run(['migrate'], env)).toEqual(again);
    // As the install guide and doctor say, after the first sign-in.
    expect(await run(['migrate'], { ...env, FIRST_SUPERADMIN_PASSWORD: '' })).toEqual(again);
    await empty.drop();
  });

  it('reports that it waits for a database, and for how long it did', async () => {
    const url = new URL(database.ownerUrl);
    url.port = String(await freePort());
    const { code, output } = await run(['migrate'], {
      DATABASE_OWNER_URL: url.href,
      START_PATIENCE_SECONDS: '1',
    });
    expect(output).toMatch(
      /^Waiting for the database: connect ECONNREFUSED .+\nThe database hasn’t responded/,
    );
    expect(code).toBe(1);
  });

  it('names the login that may not manage roles, and the statement that allows it', async () => {
    const empty = await createEmptyDatabase();
    await empty.owner.query("create role burrow_lesser login createrole password 'lesser'");
    const lesser = new URL(empty.ownerUrl);
    lesser.username = 'burrow_lesser';
    lesser.password = 'lesser';
    const { code, output } = await run(['migrate'], {
      DATABASE_URL: empty.appUrl,
      DATABASE_OWNER_URL: lesser.href,
    });
    await empty.drop();
    await database.owner.query('drop role burrow_lesser');
    expect(output).toMatch(
      /^DATABASE_OWNER_URL: PostgreSQL says: permission denied to alter role\. The login burrow_lesser/,
    );
    expect(output).toContain('grant burrow_app, ');
    expect(code).toBe(1);
  });

  it('needs the owner of the schema', async () => {
    const { code, output } = await run(['migrate'], { DATABASE_OWNER_URL: '' });
    expect([code, output]).toEqual([1, expect.stringMatching(/^DATABASE_OWNER_URL is missing/)]);
  });
});

describe('create-superadmin', () => {
  it('reads the password from standard input, and requires a new one at the first sign-in', async () => {
    const made = await run(
      ['create-superadmin', ' Ann@Burrow.test', '--name', 'Ann Archer'],
      {},
      'tall-ship-9 harbour\n',
    );
    expect(made).toEqual({
      code: 0,
      output: 'ann@burrow.test is now a superadmin and must choose a new password at the first sign-in.\n',
    });
    const [account] = await accounts();
    expect(account).toMatchObject({
      email: 'ann@burrow.test',
      name: 'Ann Archer',
      is_superadmin: true,
      must_change_password: true,
    });
    expect(await bcrypt.compare('tall-ship-9 harbour', account?.password_hash ?? '')).toBe(true);
  });

  it('reads the password from a file, and creates another superadmin beside the first', async () => {
    const file = join(folder, 'password');
    writeFileSync(file, 'tall-ship-9-harbour\n');
    await makeAccount(database.owner, { is_superadmin: true });
    const { code } = await run(['create-superadmin', 'bob@burrow.test', '--password-file', file]);
    expect(code).toBe(0);
    expect((await accounts()).map(({ is_superadmin }) => is_superadmin)).toEqual([true, true]);
  });

  it('does not change an existing account with the address', async () => {
    await makeAccount(database.owner, { email: 'kim@burrow.test' });
    const before = await accounts();
    const { code, output } = await run(['create-superadmin', 'KIM@burrow.test'], {}, 'tall-ship-9-harbour');
    expect([code, output]).toEqual([1, expect.stringContaining('was not changed')]);
    expect(await accounts()).toEqual(before);
  });

  it.each([
    ['too short', 'seven77', 'Password must be at least 8 characters long'],
    ['guessed first', 'sunshine12', 'This password is too common. Choose another.'],
    ['a placeholder', 'your-password-here', 'That is a placeholder. Choose a password.'],
    ['not there', '', 'Password must be at least 8 characters long'],
  ])('refuses a password that is %s', async (_how, password, expected) => {
    expect(await run(['create-superadmin', 'ann@burrow.test'], {}, password)).toEqual({
      code: 1,
      output: `${expected}\n`,
    });
    expect(await accounts()).toEqual([]);
  });

  it('refuses an invalid address, and a missing file', async () => {
    const [address, file] = await Promise.all([
      run(['create-superadmin', 'ann'], {}, 'tall-ship-9-harbour'),
      run(['create-superadmin', 'ann@burrow.test', '--password-file', join(folder, 'gone')]),
    ]);
    expect(address).toEqual({
      code: 1,
      output: 'Enter an email address such as ann@example.com.\n',
    });
    expect(file).toEqual({ code: 1, output: 'Couldn’t read the password file: ENOENT.\n' });
  });
});

describe('doctor', { timeout: 90_000 }, () => {
  /** The finding about each check, by its name. */
  const findings = ({ output }: Ran): Record<string, string> =>
    Object.fromEntries(
      [...output.matchAll(/^(ok|note|wrong) +(\S+(?: \S+)*) {2,}(.*)$/gm)].map(([, state, what, said]) => [
        what,
        `${state}: ${said}`,
      ]),
    );

  it('finds nothing wrong with a healthy installation, and reports what is simulated', async () => {
    await makeAccount(database.owner, { is_superadmin: true });
    const ran = await run(['doctor'], {
      FILE_STORAGE: 'disk',
      FILE_STORAGE_PATH: join(folder, 'files'),
      PUBLIC_URL: 'https://burrow.example.com',
      TRUST_PROXY: '1',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'token-not-to-be-shown',
      TWILIO_FROM: '+441632960144',
      CODE_SECRET: 'secret-of-codes-not-to-be-shown-either',
    });
    expect(findings(ran)).toMatchObject({
      settings: 'ok: all valid',
      database: expect.stringMatching(/^ok: PostgreSQL 1\d/),
      role: 'ok: can’t bypass row-level security',
      'row-level security': 'ok: restricts every table to one practice',
      migrations: 'ok: all applied',
      'job queue': 'ok: matches this release',
      'background jobs': 'ok: none overdue',
      superadmin: 'ok: exists',
      build: `ok: ${manifest.version}`,
      backups: 'note: no backup yet',
      'backup folder': 'note: BACKUP_PATH is not set: this process makes no backups',
      'file storage': 'ok: disk: writing, reading and deleting work',
      'public address': 'ok: https, behind a proxy',
      'text messages': 'ok: through Twilio',
      'card payments': 'note: simulated: nothing is sent or charged',
      email: 'note: not set up',
    });
    expect(ran.output).toMatch(/\d+ checks passed\.$/m);
    expect(ran.output).not.toContain('not-to-be-shown');
    expect(ran.code).toBe(0);
  });

  it('warns of a first password that is still set after it was replaced, and checks the backup folder', async () => {
    const account = await makeAccount(database.owner, { is_superadmin: true });
    const folders = join(folder, 'backups');
    mkdirSync(join(folders, 'burrow-20260114T023000Z'), { recursive: true });
    mkdirSync(join(folders, 'burrow-20260115T023000Z.partial'));
    const settings = {
      FIRST_SUPERADMIN_EMAIL: 'root@burrow.test',
      FIRST_SUPERADMIN_PASSWORD: 'tall-ship-9-harbour',
      BACKUP_DATABASE_URL: database.appUrl.replace('burrow_app', 'burrow_backup'),
      BACKUP_PATH: folders,
      BURROW_TAG: '1.0.1-20261122-abc1234',
    };
    await database.owner.query('update accounts set must_change_password = true where id = $1', [account.id]);
    const before = await run(['doctor'], settings);
    await database.owner.query('update accounts set must_change_password = false where id = $1', [
      account.id,
    ]);
    const after = await run(['doctor'], settings);
    expect(findings(before)['first password']).toBeUndefined();
    expect(findings(after)).toMatchObject({
      build: 'ok: 1.0.1-20261122-abc1234',
      'first password': 'note: FIRST_SUPERADMIN_PASSWORD is still set but no longer needed',
      'backup folder': expect.stringMatching(/^\w+: 1 in it, \d+ MB free$/),
    });
    expect(after.output).not.toContain(settings.FIRST_SUPERADMIN_PASSWORD);
    const cleared = findings(await run(['doctor'], { ...settings, FIRST_SUPERADMIN_PASSWORD: '' }));
    expect([cleared['settings'], cleared['first password']]).toEqual(['ok: all valid', undefined]);
    const unmounted = await run(['doctor'], { ...settings, BACKUP_PATH: join(folder, 'not-mounted') });
    expect(findings(unmounted)['backup folder']).toMatch(/^wrong: can’t be read: ENOENT/);
    expect(unmounted.code).toBe(1);
  });

  it('names each problem', async () => {
    const closed = join(folder, 'closed');
    writeFileSync(closed, '');
    chmodSync(closed, 0o400);
    const ran = await run(['doctor'], {
      DATABASE_URL: database.ownerUrl,
      DATABASE_OWNER_URL: '',
      FILE_STORAGE: 'disk',
      FILE_STORAGE_PATH: join(closed, 'files'),
      WEB_ROOT: folder,
    });
    expect(findings(ran)).toMatchObject({
      role: expect.stringMatching(/^wrong: DATABASE_URL connects as a role that can bypass/),
      superadmin: expect.stringMatching(/^note: not checked/),
      'file storage': expect.stringMatching(/^wrong: disk: /),
      'web app': expect.stringMatching(/^wrong: WEB_ROOT has no index\.html/),
    });
    expect(ran.code).toBe(1);
  });

  it('reports a database without migrations, one that does not answer, and invalid settings', async () => {
    const empty = await createEmptyDatabase();
    const away = new URL(database.appUrl);
    away.port = String(await freePort());
    const [unmigrated, unreachable, unusable] = await Promise.all([
      run(['doctor'], { DATABASE_URL: empty.appUrl, DATABASE_OWNER_URL: empty.ownerUrl }),
      run(['doctor'], { DATABASE_URL: away.href, DATABASE_OWNER_URL: '' }),
      run(['doctor'], { PORT: 'eighty-secret' }),
    ]);
    expect(findings(unmigrated)).toMatchObject({
      migrations: expect.stringMatching(/^wrong: /),
      'job queue': expect.stringMatching(/^wrong: /),
    });
    expect(findings(unreachable)).toMatchObject({ database: expect.stringMatching(/^wrong: connect ECONN/) });
    expect(unusable.output).toContain('PORT: ');
    expect(unusable.output).not.toContain('eighty-secret');
    expect([unmigrated.code, unreachable.code, unusable.code]).toEqual([1, 1, 1]);
    await empty.drop();
  });

  it('reports jobs that have not begun, and a failed backup', async () => {
    await database.owner.query(
      `insert into backups (started_at, finished_at, state, place, failure)
       values (now(), now(), 'failed', '/backups/one', 'The disk is full.')`,
    );
    await database.owner.query(
      `insert into pgboss.job (name, policy, data, start_after)
       values ('refund', 'short', '{"tenantId": 1, "refundId": 2}', now() - interval '6 minutes')`,
    );
    const ran = await run(['doctor']);
    await database.owner.query('delete from pgboss.job; truncate backups');
    expect(findings(ran)['background jobs']).toMatch(/^note: 1 overdue/);
    expect(findings(ran).backups).toMatch(/^wrong: the last backup failed: The disk is full\./);
    expect(ran.code).toBe(1);
  });
});

describe('remove-second-factor', () => {
  it('removes all factors of a person who lost their device, once, and adds a line to their practices’ audit logs', async () => {
    const user = await makeUser(database.owner, { account: await makeAccount(database.owner) });
    const { email } = await accountOf(user.account_id);
    const key = await makeSessionKey(database.owner, { user });
    const wrong = await run(['remove-second-factor', 'nobody@example.test']);
    expect(wrong).toMatchObject({ code: 1, output: 'There is no account for nobody@example.test.\n' });
    await database.owner.query(
      `insert into account_factors (account_id, kind, state, name, totp_secret, created_at, confirmed_at)
       values ($1, 'totp', 'active', 'App', 'x', now(), now())`,
      [user.account_id],
    );
    const mail = {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'no-reply@example.test',
      PUBLIC_URL: 'http://127.0.0.1',
    };
    expect(await run(['remove-second-factor', email.toUpperCase()], mail)).toMatchObject({
      code: 0,
      output: expect.not.stringContaining('could not be queued'),
    });
    expect((await run(['remove-second-factor', email], mail)).code).toBe(1);
    const { rows } = await database.owner.query(
      `select (select count(*)::int from account_factors) as factors,
              (select count(*)::int from api_keys where id = $1 and revoked_at is null) as sessions,
              (select details->>'by' from audit_log where tenant_id = $2 and action = 'second_factor/remove') as by`,
      [key.keyId, user.tenant_id],
    );
    expect(rows).toEqual([{ factors: 0, sessions: 0, by: 'operator' }]);
    const { rows: events } = await database.owner.query<{ id: string }>(
      `select id from security_events
       where event = 'second_factor_removed' and reason = 'operator_command' and account_id = $1`,
      [user.account_id],
    );
    expect(events).toHaveLength(1);
    const { rows: jobs } = await database.owner.query(
      "select data->>'eventId' as id from pgboss.job where name = 'account_mail'",
    );
    expect(jobs).toEqual(events);
    await database.owner.query('truncate users, audit_log, security_events cascade');
  });
});

async function accountOf(id: number): Promise<{ email: string }> {
  const { rows } = await database.owner.query<{ email: string }>('select email from accounts where id = $1', [
    id,
  ]);
  if (!rows[0]) throw new Error('There is no such account.');
  return rows[0];
}

describe('allow-passwords', () => {
  it('turns ‘single sign-on only’ off, once, and adds a line to the practice’s audit log', async () => {
    const { id } = await makeTenant(database.owner);
    await database.owner.query(
      `insert into identity_providers (tenant_id, name, issuer, application, client_secret, only_sso, created_at, updated_at)
       values ($1, 'Work account', 'https://login.example.test', 'burrow', 'sealed', true, now(), now())`,
      [id],
    );
    expect(await run(['allow-passwords', String(id)])).toMatchObject({ code: 0 });
    expect(await run(['allow-passwords', String(id)])).toMatchObject({ code: 1 });
    expect(await run(['allow-passwords', 'all'])).toMatchObject({ code: 2 });
    const { rows } = await database.owner.query(
      `select p.only_sso, l.action from identity_providers p join audit_log l on l.tenant_id = p.tenant_id
       where p.tenant_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ only_sso: false, action: 'identity_provider/allow_passwords' }]);
  });
});
