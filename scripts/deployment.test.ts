import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { readEnv, variableNames } from '../apps/api/src/config/env.ts';
import { askedFor, composeText, filledIn, readDotEnv, services } from './compose-file.ts';
import { checkout } from './source-files.ts';

// What `docker compose up` is made of. That it holds together is tested here; that it runs needs Docker, which tests do not.

const read = (path: string): string => readFileSync(join(checkout, path), 'utf8');
const dockerfile = read('infra/Dockerfile');
const example = readDotEnv(read('.env.example'));
const each = Object.entries(services);
const networksOf = (name: string): string[] => {
  const { networks = [] } = services[name] ?? {};
  return Array.isArray(networks) ? networks : Object.keys(networks);
};

describe('every service', () => {
  it.each(each)('%s is of an exact version, limited, watched and started again', (_name, service) => {
    expect(service.image).toMatch(/^[a-z/-]+:(?:v?\d+\.\d+\S*|RELEASE\.\S+)$/);
    expect(service.deploy?.resources.limits).toEqual({
      cpus: expect.stringMatching(/^[\d.]+$/),
      memory: expect.stringMatching(/^\d+[mg]$/),
    });
    // What ends by itself is waited for instead of being watched.
    const ends = service.restart?.startsWith('on-failure') === true;
    expect(service.restart).toMatch(/^(?:unless-stopped|on-failure:\d)$/);
    expect(service.healthcheck?.disable ?? false).toBe(ends);
    expect(service.healthcheck?.test?.[0]).toBe(ends ? undefined : 'CMD');
  });

  it.each(each)('%s can take no right that it was not given', (_name, service) => {
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.privileged).toBeUndefined();
    // A name of its own would keep it from being there twice.
    expect(service.container_name).toBeUndefined();
  });
});

describe('the services', () => {
  it('that are built here are of the release that is built', () => {
    const built = each.filter(([, { build }]) => build).map(([, { image }]) => image);
    const { version } = manifest;
    expect(new Set(built)).toEqual(new Set([`burrow:${version}`, `burrow-sandbox:${version}`]));
  });

  it('let nobody reach the database but the server', () => {
    const beside = each.map(([name]) => name).filter((name) => networksOf(name).includes('data'));
    expect(beside.toSorted()).toEqual(['api', 'db', 'migrate', 'store', 'worker']);
    expect(networksOf('db')).toEqual(['data']);
    expect(networksOf('proxy')).toEqual(['outside']);
  });

  it('are reached through the proxy alone; what is for trials, from this machine', () => {
    const open = each.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(open).toEqual([
      'proxy ${BIND_ADDRESS:-127.0.0.1}:${HTTP_PORT:-8080}:8080',
      'proxy ${BIND_ADDRESS:-127.0.0.1}:${HTTPS_PORT:-8443}:8443',
      'sandbox 127.0.0.1:8090:8090',
      'mail 127.0.0.1:8025:8025',
    ]);
    expect(each.filter(([, { profiles }]) => profiles).map(([name]) => name)).toEqual([
      'sandbox',
      'mail',
      'store',
    ]);
  });

  it('know the owner of the schema only where it is needed', () => {
    const knowing = each.filter(([, { environment }]) =>
      JSON.stringify(environment ?? {}).includes('BURROW_OWNER_PASSWORD'),
    );
    expect(knowing.map(([name]) => name)).toEqual(['db', 'migrate']);
  });

  it('let nobody but the worker see the backups, which it alone makes', () => {
    const holding = each.filter(([, { volumes = [] }]) => JSON.stringify(volumes).includes('backups:'));
    expect(holding.map(([name]) => name)).toEqual(['worker']);
    const reading = each.filter(([, { environment }]) =>
      JSON.stringify(environment ?? {}).includes('burrow_backup:'),
    );
    expect(reading.map(([name]) => name)).toEqual(['migrate', 'worker']);
    expect(services['worker']?.environment).toMatchObject({ BACKUP_PATH: '/var/lib/burrow/backups' });
  });
});

describe('the settings', () => {
  /** What the image or the services say themselves, and what belongs to another way to run it. */
  const notAsked = new Set([
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'MIGRATE_ON_START',
    'DATABASE_PREPARED',
    'DATABASE_LISTEN_URL',
    'HOST',
    'PORT',
    'METRICS_HOST',
    'TRUST_PROXY',
    'WEB_ROOT',
    'WORKER',
    'FILE_STORAGE_PATH',
    'BACKUP_PATH',
    'BACKUP_DATABASE_URL',
  ]);
  const asked = askedFor(composeText);

  it('of the server are all in .env.example, and reach it', () => {
    const given = { ...services['migrate']?.environment, ...services['worker']?.environment };
    expect(Object.keys(given).filter((name) => !variableNames.includes(name))).toEqual([]);
    const lost = variableNames
      .filter((name) => !notAsked.has(name))
      .filter((name) => !(name in example) || !given[name]?.startsWith(`\${${name}:`));
    expect(lost).toEqual([]);
  });

  it('that .env.example explains are those that are asked for', () => {
    const names = new Set(asked.map(({ name }) => name));
    // Compose reads this one by itself.
    names.add('COMPOSE_PROFILES');
    expect(Object.keys(example).toSorted()).toEqual([...names].toSorted());
  });

  it('have no secret that everybody knows, and say what to do about a missing one', () => {
    const secrets = asked.filter(({ name }) => /PASSWORD|SECRET|TOKEN|KEY$|_SID$/.test(name));
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter(({ fallback }) => fallback)).toEqual([]);
    expect(secrets.filter(({ name }) => example[name] !== '')).toEqual([]);
    const demanded = asked.filter(({ demand }) => demand !== undefined);
    expect([...new Set(demanded.map(({ name }) => name))].toSorted()).toEqual([
      'BURROW_APP_PASSWORD',
      'BURROW_BACKUP_PASSWORD',
      'BURROW_OWNER_PASSWORD',
      'POSTGRES_PASSWORD',
      'PUBLIC_URL',
    ]);
    for (const { demand } of demanded) expect(demand).toContain('infra/make-env.sh');
  });

  it('have the same defaults in .env.example as without it', () => {
    // What is empty there, and made of another setting here.
    const apart = new Set(['S3_BUCKET', 'BURROW_DOMAIN']);
    const differing = asked.filter(
      ({ name, fallback }) => fallback && !apart.has(name) && example[name] !== fallback,
    );
    expect(differing).toEqual([]);
  });
});

describe('infra/make-env.sh', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  function clone(): string {
    const folder = mkdtempSync(join(tmpdir(), 'burrow-make-env-'));
    folders.push(folder);
    mkdirSync(join(folder, 'infra'));
    for (const file of ['.env.example', 'infra/make-env.sh'])
      cpSync(join(checkout, file), join(folder, file));
    return folder;
  }

  const make = (folder: string, ...args: string[]): string =>
    execFileSync('sh', [join(folder, 'infra/make-env.sh'), ...args], { encoding: 'utf8', stdio: 'pipe' });

  it.each([
    ['for a trial', []],
    ['for a trial with the sandbox', ['--sandbox']],
    ['for a name', ['burrow.example.com', 'ann@example.com']],
  ])('%s writes all that the services need, with secrets of its own', (_what, args) => {
    const folder = clone();
    const said = make(folder, ...args);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    const values = readDotEnv(readFileSync(join(folder, '.env'), 'utf8'));
    const passwords = [
      'POSTGRES_PASSWORD',
      'BURROW_OWNER_PASSWORD',
      'BURROW_APP_PASSWORD',
      'BURROW_BACKUP_PASSWORD',
    ].map((name) => values[name]);
    for (const password of passwords) expect(password).toMatch(/^[0-9a-f]{48}$/);
    expect(new Set(passwords).size).toBe(4);
    expect(said).toContain(`${values['PUBLIC_URL']}/app/login`);
    expect(said).toContain(values['FIRST_SUPERADMIN_PASSWORD']);
    for (const password of passwords) expect(said).not.toContain(password);

    for (const name of ['api', 'worker', 'migrate']) {
      const environment = Object.entries(services[name]?.environment ?? {});
      const settings = Object.fromEntries(environment.map(([key, value]) => [key, filledIn(value, values)]));
      expect(readEnv(settings)).toMatchObject({ PUBLIC_URL: values['PUBLIC_URL'], TRUST_PROXY: 1 });
    }
  });

  it('leaves one that is there as it is', () => {
    const folder = clone();
    make(folder);
    const before = readFileSync(join(folder, '.env'), 'utf8');
    expect(() => make(folder, '--sandbox')).toThrow('was left as it is');
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(before);
  });

  it.each([
    ['no line', ''],
    ['an empty line', 'BURROW_BACKUP_PASSWORD=\n'],
  ])(
    'gives one of an older release, with %s for it, the password of backups and nothing else',
    (_what, line) => {
      const folder = clone();
      // Whoever edited it last left no end of line.
      const older = `POSTGRES_PASSWORD=old\n${line}SMTP_URL=smtp://mail`;
      writeFileSync(join(folder, '.env'), older, { mode: 0o600 });
      const said = make(folder);
      const after = readFileSync(join(folder, '.env'), 'utf8');
      expect(after.startsWith(`${older}\n`)).toBe(true);
      const { BURROW_BACKUP_PASSWORD: password, ...rest } = readDotEnv(after);
      expect(password).toMatch(/^[0-9a-f]{48}$/);
      expect(rest).toEqual({ POSTGRES_PASSWORD: 'old', SMTP_URL: 'smtp://mail' });
      expect(said).toContain('Added BURROW_BACKUP_PASSWORD');
      expect(said).not.toContain(password);
      expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
      expect(() => make(folder)).toThrow('was left as it is');
    },
  );

  it.each([
    [['burrow.example.com']],
    [['https://burrow.example.com', 'ann@example.com']],
    [['burrow.example.com', 'ann@example.com|x']],
    [['-burrow.example.com', 'ann@example.com']],
    [['burrow.example.com', 'ann@example.com', 'more']],
  ])('refuses %j, and writes nothing', (args) => {
    const folder = clone();
    expect(() => make(folder, ...args)).toThrow('Usage: ');
    expect(() => statSync(join(folder, '.env'))).toThrow('ENOENT');
  });
});

describe('the image', () => {
  const lines = dockerfile.replaceAll(/\\\n\s*/g, '').split('\n');

  it('is built on one exact Node, the one that the project is tested with, by the same pnpm', () => {
    const bases = lines.flatMap((line) => /^FROM (\S+:\S+)/.exec(line)?.[1] ?? []);
    const node = /nodeVersion: (\S+)/.exec(read('pnpm-workspace.yaml'))?.[1];
    expect(new Set(bases)).toEqual(new Set([`node:${node}-bookworm-slim`]));
    const pnpm = new Set(dockerfile.match(/pnpm@[\d.]+/g));
    expect(pnpm).toEqual(new Set([`pnpm@${/pnpmVersion = '([\d.]+)'/.exec(read('scripts/run.mjs'))?.[1]}`]));
    expect(
      lines.filter((line) => /pnpm.* install/.test(line) && !line.includes('--frozen-lockfile')),
    ).toEqual([]);
  });

  it('runs as nobody in particular, stops when asked, and says which release it is', () => {
    const stages = dockerfile.split(/^FROM /m).filter((stage) => /^CMD /m.test(stage));
    expect(stages).toHaveLength(2);
    for (const stage of stages) {
      expect(stage).toContain('\nUSER node\n');
      expect(stage).toContain('\nSTOPSIGNAL SIGTERM\n');
      expect(stage).toContain('\nHEALTHCHECK ');
      expect(stage).toContain(`org.opencontainers.image.version="${manifest.version}"`);
    }
  });

  it('is sent nothing but what is named', () => {
    const rules = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(rules[0]).toBe('*');
    expect(rules).toContain('**/.env*');
    const sent = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1));
    const missing = copied.filter((path) => !sent.some((one) => path === one || path.startsWith(`${one}/`)));
    expect(missing).toEqual([]);
  });
});
