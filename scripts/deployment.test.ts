import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { readEnv, variableNames } from '../apps/api/src/config/env.ts';
import { askedFor, composeText, filledIn, readDotEnv, readingOldFiles, services } from './compose-file.ts';
import { checkout } from './source-files.ts';

// The parts of `docker compose up`. Their consistency is tested here; running them needs Docker, which tests do not.

const read = (path: string): string => readFileSync(join(checkout, path), 'utf8');
const dockerfile = read('infra/Dockerfile');
const example = readDotEnv(read('.env.example'));
const each = Object.entries(services);
const networksOf = (name: string): string[] => {
  const { networks = [] } = services[name] ?? {};
  return Array.isArray(networks) ? networks : Object.keys(networks);
};

describe('every service', () => {
  it.each(each)('%s has an exact version, limits, a health check and a restart policy', (name, service) => {
    const image = filledIn(service.image, {});
    // Burrow's images are built here; the others are pinned by digest.
    expect(image).toMatch(
      service.build ? /^[a-z-]+:\d+\.\d+\.\d+$/ : /^[a-z/-]+:v?\d+\.\d+[\w.-]*@sha256:[\da-f]{64}$/,
    );
    const limits = service.deploy?.resources.limits;
    const usual = { cpus: filledIn(limits?.cpus ?? '', {}), memory: filledIn(limits?.memory ?? '', {}) };
    expect({ ...limits, ...usual }).toEqual({
      cpus: expect.stringMatching(/^[\d.]+$/),
      memory: expect.stringMatching(/^\d+[mg]$/),
      // Threads and processes: a fork bomb stays within its container.
      pids: name === 'db' ? 512 : 256,
    });
    // Services that exit are awaited instead of monitored.
    const ends = service.restart?.startsWith('on-failure') === true;
    expect(service.restart).toMatch(/^(?:unless-stopped|on-failure:\d)$/);
    expect(service.healthcheck?.disable ?? false).toBe(ends);
    expect(service.healthcheck?.test?.[0]).toBe(ends ? undefined : 'CMD');
  });

  it('has the number of containers that .env sets, after every `up`', () => {
    const set = { API_SERVERS: '3', PROXY_SERVERS: '0' };
    const numbers = (values: Record<string, string>): Record<string, string> =>
      Object.fromEntries(
        each.flatMap(([name, { deploy }]) =>
          deploy?.replicas === undefined ? [] : [[name, filledIn(deploy.replicas, values)]],
        ),
      );
    expect(numbers({})).toEqual({ api: '1', proxy: '1' });
    expect(numbers(set)).toEqual({ api: '3', proxy: '0' });
  });

  it.each(each)('%s has no rights beyond those it was given', (_name, service) => {
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.privileged).toBeUndefined();
    // A fixed container name would prevent running it twice.
    expect(service.container_name).toBeUndefined();
  });
});

it('the images run in production mode', () => {
  expect(dockerfile.match(/^ENV NODE_ENV=production /gm)).toHaveLength(2);
  expect(composeText).not.toMatch(/NODE_ENV|--inspect/);
});

it('the proxy keeps its own versions and ciphers of TLS, and public certificates', () => {
  // Of Caddy's configuration: what would replace its defaults, which are TLS 1.2 and 1.3 and ACME.
  expect(read('infra/Caddyfile')).not.toMatch(
    /^\s*(?:tls|protocols tls|ciphers|curves|local_certs|auto_https|acme_ca|skip_install_trust)\b/m,
  );
});

describe('the services', () => {
  it('that are built here have the tag of their release', () => {
    const built = each.filter(([, { build }]) => build);
    const { version } = manifest;
    const imagesWith = (values: Record<string, string>): Set<string> =>
      new Set(built.map(([, { image }]) => filledIn(image, values)));
    expect(imagesWith({})).toEqual(new Set([`burrow:${version}`, `burrow-sandbox:${version}`]));
    const tag = `${version}-20261122-abc1234`;
    expect(imagesWith({ BURROW_TAG: tag })).toEqual(new Set([`burrow:${tag}`, `burrow-sandbox:${tag}`]));
    for (const [, { build }] of built) {
      expect(filledIn(build?.args['BURROW_TAG'] ?? '', {})).toBe(version);
    }
  });

  it('that read files of infra/ read those of the new build after an upgrade', () => {
    expect(readingOldFiles(services)).toEqual([]);
  });

  it('use no unmaintained image', () => {
    expect(composeText).not.toMatch(/minio/i);
    const mailpit = /axllent\/mailpit:v(\d+)\.(\d+)/.exec(composeText);
    expect(Number(mailpit?.[1]) * 1000 + Number(mailpit?.[2])).toBeGreaterThanOrEqual(1030);
  });

  it('give access to the database to the server only', () => {
    const beside = each.map(([name]) => name).filter((name) => networksOf(name).includes('data'));
    expect(beside.toSorted()).toEqual(['api', 'db', 'migrate', 'store', 'worker']);
    expect(networksOf('db')).toEqual(['data']);
    expect(networksOf('proxy')).toEqual(['outside']);
  });

  it('that use the store of files reach an S3 store on the internet', () => {
    const using = each.filter(([, { environment }]) => environment && 'S3_ENDPOINT' in environment);
    expect(using.map(([name]) => [name, networksOf(name)])).toEqual(
      ['migrate', 'api', 'worker'].map((name) => [name, ['data', 'outside']]),
    );
  });

  it('are reached through the proxy only; the sandbox, from this machine', () => {
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

  it('know the owner of the schema only if they need it', () => {
    const knowing = each.filter(([, { environment }]) =>
      JSON.stringify(environment ?? {}).includes('BURROW_OWNER_PASSWORD'),
    );
    expect(knowing.map(([name]) => name)).toEqual(['db', 'migrate']);
  });

  it('mount backups writable for the worker only, and read-only for restore', () => {
    const mounts = each.flatMap(([name, { volumes = [] }]) =>
      volumes
        .filter((volume) => typeof volume === 'string' && volume.startsWith('backups:'))
        .map((volume) => [name, volume]),
    );
    expect(mounts).toEqual([
      ['migrate', 'backups:/var/lib/burrow/backups:ro'],
      ['worker', 'backups:/var/lib/burrow/backups'],
    ]);
    const reading = each.filter(([, { environment }]) =>
      JSON.stringify(environment ?? {}).includes('burrow_backup:'),
    );
    expect(reading.map(([name]) => name)).toEqual(['migrate', 'worker']);
    expect(services['worker']?.environment).toMatchObject({ BACKUP_PATH: '/var/lib/burrow/backups' });
  });
});

describe('the settings', () => {
  /** Settings of the image or the services themselves, and of another way to run it. */
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
    'BOOK_ROOT',
    'WORKER',
    'FILE_STORAGE_PATH',
    'BACKUP_PATH',
    'BACKUP_DATABASE_URL',
    'BURROW_TAG',
  ]);
  const asked = askedFor(composeText);

  it('of the server are all in .env.example, and passed to it', () => {
    const given = Object.assign(
      {},
      ...['migrate', 'worker', 'api'].map((name) => services[name]?.environment),
    );
    expect(Object.keys(given).filter((name) => !variableNames.includes(name))).toEqual([]);
    const lost = variableNames
      .filter((name) => !notAsked.has(name))
      .filter((name) => !(name in example) || !given[name]?.startsWith(`\${${name}:`));
    expect(lost).toEqual([]);
  });

  it('in .env.example are exactly those that are used', () => {
    const names = new Set(asked.map(({ name }) => name));
    // Compose itself reads these.
    for (const name of ['COMPOSE_PROFILES', 'COMPOSE_PROJECT_NAME']) names.add(name);
    expect(Object.keys(example).toSorted()).toEqual([...names].toSorted());
  });

  it('have no default secret, and explain a missing one', () => {
    const secrets = asked.filter(({ name }) => /PASSWORD|SECRET|TOKEN|KEY$|_SID$/.test(name));
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter(({ fallback }) => fallback)).toEqual([]);
    expect(secrets.filter(({ name }) => example[name] !== '')).toEqual([]);
    const demanded = asked.filter(({ demand }) => demand !== undefined);
    expect([...new Set(demanded.map(({ name }) => name))].toSorted()).toEqual([
      'BURROW_APP_PASSWORD',
      'BURROW_BACKUP_PASSWORD',
      'BURROW_OWNER_PASSWORD',
      'CODE_SECRET',
      'POSTGRES_PASSWORD',
      'PUBLIC_URL',
    ]);
    for (const { demand } of demanded) expect(demand).toContain('infra/make-env.sh');
  });

  it('have the same defaults in .env.example as without it', () => {
    // Empty there, and derived from another setting here.
    const apart = new Set(['S3_BUCKET', 'BURROW_DOMAIN', 'BURROW_TAG']);
    const differing = asked.filter(
      ({ name, fallback }) =>
        fallback && !apart.has(name) && !name.endsWith('_IMAGE') && example[name] !== fallback,
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
    for (const file of ['.env.example', 'package.json', 'infra/make-env.sh', 'infra/set-build.sh'])
      cpSync(join(checkout, file), join(folder, file));
    return folder;
  }

  const run = (folder: string, args: string[], env: Record<string, string> = {}): string =>
    execFileSync('sh', [join(folder, 'infra/make-env.sh'), ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, ...env },
    });
  const make = (folder: string, ...args: string[]): string => run(folder, args);
  const written = (folder: string): Record<string, string> =>
    readDotEnv(readFileSync(join(folder, '.env'), 'utf8'));

  it.each([
    ['for a trial', []],
    ['for a trial with the sandbox', ['--sandbox']],
    ['for a name', ['burrow.example.com', 'ann@example.com']],
  ])('%s writes everything that the services need, with new secrets', (_what, args) => {
    const folder = clone();
    const said = make(folder, ...args);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    const values = readDotEnv(readFileSync(join(folder, '.env'), 'utf8'));
    const passwords = [
      'POSTGRES_PASSWORD',
      'BURROW_OWNER_PASSWORD',
      'BURROW_APP_PASSWORD',
      'BURROW_BACKUP_PASSWORD',
      'CODE_SECRET',
    ].map((name) => values[name]);
    for (const password of passwords) expect(password).toMatch(/^[0-9a-f]{48}$/);
    expect(new Set(passwords).size).toBe(5);
    expect(said).toContain(`${values['PUBLIC_URL']}/app/login`);
    expect(values['BURROW_TAG']).toMatch(/^\d+\.\d+\.\d+-\d{8}-src[\da-f]{8}$/);
    const named = args.includes('ann@example.com');
    expect(values['ACME_EMAIL']).toBe(named ? 'ann@example.com' : '');
    expect(filledIn(services['proxy']?.environment?.['ACME_EMAIL_LINE'] ?? '', values)).toBe(
      named ? 'email ann@example.com' : '',
    );
    expect(said).toContain(values['FIRST_SUPERADMIN_PASSWORD']);
    for (const password of passwords) expect(said).not.toContain(password);

    for (const name of ['api', 'worker', 'migrate']) {
      const environment = Object.entries(services[name]?.environment ?? {});
      const settings = Object.fromEntries(environment.map(([key, value]) => [key, filledIn(value, values)]));
      expect(readEnv(settings)).toMatchObject({ PUBLIC_URL: values['PUBLIC_URL'], TRUST_PROXY: 1 });
    }
  });

  it('keeps an existing file unchanged', () => {
    const folder = clone();
    make(folder);
    const before = readFileSync(join(folder, '.env'), 'utf8');
    expect(() => make(folder, '--sandbox')).toThrow('was left as it is');
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(before);
  });

  describe('on a machine with an installation named burrow', () => {
    /** The environment with a `docker` that lists the folder of that installation's containers. */
    function besideOneIn(folder: string): Record<string, string> {
      const bin = mkdtempSync(join(tmpdir(), 'burrow-docker-'));
      folders.push(bin);
      const listing = `#!/bin/sh\ncase "$*" in *project=burrow\\ *) echo '${folder}' ;; esac\n`;
      writeFileSync(join(bin, 'docker'), listing, { mode: 0o700 });
      return { PATH: `${bin}:${process.env['PATH']}` };
    }

    it('refuses a second one of that name, and accepts another name', () => {
      const folder = clone();
      const env = besideOneIn('/srv/burrow');
      expect(() => run(folder, [], env)).toThrow('The installation in /srv/burrow is named burrow too.');
      expect(() => statSync(join(folder, '.env'))).toThrow('ENOENT');
      expect(() => run(folder, [], { ...env, COMPOSE_PROJECT_NAME: 'Burrow|2' })).toThrow(
        'lowercase letters',
      );
      run(folder, [], { ...env, COMPOSE_PROJECT_NAME: 'burrow-2' });
      expect(written(folder)['COMPOSE_PROJECT_NAME']).toBe('burrow-2');
    });

    it('names a trial with the sandbox burrow-sandbox', () => {
      const folder = clone();
      run(folder, ['--sandbox'], besideOneIn('/srv/burrow'));
      expect(written(folder)['COMPOSE_PROJECT_NAME']).toBe('burrow-sandbox');
    });

    it('keeps the name in the folder of that installation, whose .env was lost', () => {
      const folder = clone();
      run(folder, [], besideOneIn(folder));
      expect(written(folder)['COMPOSE_PROJECT_NAME']).toBe('');
    });
  });

  it.each([
    ['no line', ''],
    ['an empty line', 'BURROW_BACKUP_PASSWORD=\nCODE_SECRET=\n'],
  ])('adds only the missing secrets to the .env of an older release, with %s for them', (_what, line) => {
    const folder = clone();
    // The last edit left no line end.
    const older = `POSTGRES_PASSWORD=old\n${line}SMTP_URL=smtp://mail`;
    writeFileSync(join(folder, '.env'), older, { mode: 0o600 });
    const said = make(folder);
    const after = readFileSync(join(folder, '.env'), 'utf8');
    expect(after.startsWith(`${older}\n`)).toBe(true);
    const { BURROW_BACKUP_PASSWORD: password, CODE_SECRET: codeSecret, ...rest } = readDotEnv(after);
    for (const secret of [password, codeSecret]) {
      expect(secret).toMatch(/^[0-9a-f]{48}$/);
      expect(said).not.toContain(secret);
    }
    expect(password).not.toBe(codeSecret);
    expect(rest).toEqual({ POSTGRES_PASSWORD: 'old', SMTP_URL: 'smtp://mail' });
    expect(said).toContain('Added to .env: BURROW_BACKUP_PASSWORD CODE_SECRET.');
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(() => make(folder)).toThrow('was left as it is');
  });

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

  it('uses an exact Node, the one that the project is tested with, with the same pnpm', () => {
    const outer = lines
      .flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? [])
      .filter((base) => !/^[a-z-]+$/.test(base));
    expect(new Set(outer)).toEqual(new Set(['${NODE_IMAGE}']));
    const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1];
    const node = /nodeVersion: (\S+)/.exec(read('pnpm-workspace.yaml'))?.[1];
    expect(base).toMatch(new RegExp(`^node:${node}-bookworm-slim@sha256:[\\da-f]{64}$`));
    expect(filledIn(services['api']?.build?.args['NODE_IMAGE'] ?? '', {})).toBe(base);
    const pnpm = new Set(dockerfile.match(/pnpm@[\d.]+/g));
    expect(pnpm).toEqual(new Set([`pnpm@${/pnpmVersion = '([\d.]+)'/.exec(read('scripts/run.mjs'))?.[1]}`]));
    expect(
      lines.filter((line) => /pnpm.* install/.test(line) && !line.includes('--frozen-lockfile')),
    ).toEqual([]);
  });

  it('runs as an unprivileged user, stops on a signal, and states its release', () => {
    const stages = dockerfile.split(/^FROM /m).filter((stage) => /^CMD /m.test(stage));
    expect(stages).toHaveLength(2);
    for (const stage of stages) {
      expect(stage).toContain('\nUSER node\n');
      expect(stage).toContain('\nSTOPSIGNAL SIGTERM\n');
      expect(stage).toContain('\nHEALTHCHECK ');
      expect(stage).toContain('org.opencontainers.image.version="${BURROW_TAG}"');
      expect(stage).toContain(`\nARG BURROW_TAG=${manifest.version}\n`);
      expect(stage).toContain('\nCOPY --from=checked ');
    }
  });

  it('gets only the listed files', () => {
    const rules = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(rules[0]).toBe('*');
    expect(rules).toContain('**/.env*');
    const sent = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1))
      // This folder is optional.
      .map((path) => (path === '.gi[t]' ? '.git/HEAD' : path));
    const missing = copied.filter((path) => !sent.some((one) => path === one || path.startsWith(`${one}/`)));
    expect(missing).toEqual([]);
  });
});

describe('the build tag', () => {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-build-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const run = (script: string, ...args: string[]): string =>
    execFileSync('sh', [join(folder, 'infra', script), ...args], { encoding: 'utf8', stdio: 'pipe' });
  /** As the image's builder sees it: the script with the files of .git that .dockerignore sends. */
  const check = (tag: string): string => {
    const sent = join(folder, 'sent');
    rmSync(sent, { recursive: true, force: true });
    cpSync(join(folder, '.git'), sent, { recursive: true });
    cpSync(join(folder, 'infra/check-build.sh'), join(sent, 'check-build.sh'));
    return execFileSync('sh', [join(sent, 'check-build.sh'), tag], { encoding: 'utf8', stdio: 'pipe' });
  };

  it('has date and checksum without git, and date and commit with it', () => {
    mkdirSync(join(folder, 'infra'));
    for (const file of ['package.json', 'infra/set-build.sh', 'infra/check-build.sh', '.env.example']) {
      cpSync(join(checkout, file), join(folder, file));
    }
    const { version } = manifest;
    expect(run('set-build.sh', '--print')).toMatch(new RegExp(`^${version}-\\d{8}-src[\\da-f]{8}\\n$`));
    expect(() => run('set-build.sh')).toThrow('make-env.sh');

    git('init', '-q');
    git('add', 'infra', 'package.json');
    git('commit', '-qm', 'One', '--date', '2026-11-22T10:00:00Z');
    const commit = git('rev-parse', '--short=7', 'HEAD').trim();
    writeFileSync(join(folder, '.env'), 'A=1\nBURROW_TAG=old\nB=2', { mode: 0o600 });
    run('set-build.sh');
    const { BURROW_TAG: tag = '', ...rest } = readDotEnv(readFileSync(join(folder, '.env'), 'utf8'));
    expect(tag).toMatch(new RegExp(`^${version}-\\d{8}-${commit}$`));
    expect(rest).toEqual({ A: '1', B: '2' });
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);

    writeFileSync(join(folder, '.env'), 'A=1');
    run('set-build.sh');
    expect(readDotEnv(readFileSync(join(folder, '.env'), 'utf8'))).toEqual({ A: '1', BURROW_TAG: tag });
    writeFileSync(join(folder, 'infra/added.sh'), '');
    expect(run('set-build.sh', '--print')).toBe(`${tag}-changed\n`);
  });

  it('is refused if it names another commit than the one being built', () => {
    const commit = git('rev-parse', '--short=7', 'HEAD').trim();
    const accepted = [
      `1.0.1-20261122-${commit}`,
      `1.0.1-20261122-${commit}-changed`,
      '1.0.1',
      '1.0.1-20261122-srcabcd',
    ];
    for (const tag of accepted) expect(check(tag)).toBe('');
    expect(() => check('1.0.1-20261122-0000000')).toThrow("Run 'sh infra/set-build.sh'");
    git('pack-refs', '--all');
    expect(check(`1.0.1-20261122-${commit}`)).toBe('');
    expect(() => check('1.0.1-20261122-0000000')).toThrow(`commit ${commit} is being built`);
    git('checkout', '-q', '--detach');
    expect(() => check('1.0.1-20261122-0000000')).toThrow(`commit ${commit} is being built`);
    rmSync(join(folder, '.git/HEAD'));
    expect(check('1.0.1-20261122-0000000')).toBe('');
  });
});
