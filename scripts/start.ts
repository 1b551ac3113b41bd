import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';
import { migrate, migrationsFolder } from '../apps/api/src/db/migrate.ts';
import { demoSignIns, seedDemo } from '../seeds/demo.ts';
import type { TakeDeposit } from '../seeds/willow-money.ts';
import { apiEnvironment, apiNodeFlags } from './api-node-flags.ts';
import { bookRoot, buildBook, buildWeb, webRoot } from './build-web.ts';
import { depositsAtStandIn } from './demo-deposits.ts';
import {
  freePort,
  serverFolder,
  startPostgres,
  type PostgresServer,
} from '../packages/dev/src/postgres-server.ts';
import { refuseHalfReal, sandboxHostOf, whatStandsIn } from './start-settings.ts';

// `npm start`: the whole product on this machine, with two demo practices. Keeps its data in `.data/`.
// `npm run dev` (`--dev`): the same from the sources. The web app reloads while it is edited, the API restarts, and new
// migrations are applied.

const isDev = process.argv.includes('--dev');
const checkout = join(import.meta.dirname, '..');
// Beside the checkout when only root can enter that; the start then prints where.
const dataFolder = serverFolder(checkout, 'postgres');
const port = process.env['PORT'] ?? '8080';
const host = process.env['HOST'] ?? '127.0.0.1';
const sandboxPort = process.env['SANDBOX_PORT'] ?? '8090';
const sandboxMailPort = process.env['SANDBOX_SMTP_PORT'] ?? '8025';
const sandboxHost = sandboxHostOf(process.env);
const standsInFor = whatStandsIn(process.env);

/** A secret of this machine, created once and stored with the data: password of the API's database role, or key for codes. */
function keptSecret(name: 'app-password' | 'code-secret'): string {
  const file = join(checkout, '.data', name);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}

/** The database: your own when DATABASE_URL is set, or an embedded one. */
async function openDatabase(): Promise<{ ownerUrl: string; server: PostgresServer | undefined }> {
  const own = process.env['DATABASE_URL'];
  if (own) return { ownerUrl: own, server: undefined };
  const server = await startPostgres({ folder: dataFolder });
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'burrow'");
  if (!rowCount) await client.query('create database burrow');
  await client.end();
  return { ownerUrl: server.url('burrow'), server };
}

function appUrlFrom(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'burrow_app';
  url.password = keptSecret('app-password');
  return url.href;
}

let database: ReturnType<typeof openDatabase> | undefined;
const children = new Map<string, ChildProcess>();
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // The server first: its work in progress may still send something.
  for (const child of [...children.values()].toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
  // Also one that is still starting.
  const opened = await database?.catch(() => undefined);
  await opened?.server?.stop();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

/** The ports on which a process listens. */
interface Listening {
  listening: number;
  /** Of the sandbox, for mail. */
  mailPort?: number;
}

/** Starts a child process, whose exit ends everything; resolves once it listens. */
function serve(
  name: string,
  script: string,
  execArgv: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const child = fork(join(checkout, script), { execArgv: [...execArgv], env, cwd: checkout });
    children.set(name, child);
    // `--watch` sends messages of its own.
    child.on('message', (message: object) => {
      if ('listening' in message) resolve(message as Listening);
    });
    child.once('exit', (code) => {
      const problem = `The ${name} stopped unexpectedly (exit code ${code}).`;
      if (!stopping) console.error(problem);
      reject(new Error(problem));
      void stop(1);
    });
  });
}

interface RunningSandbox {
  url: string;
  /** Settings that point the server to it. */
  settings: Record<string, string>;
  /** The address of its stand-in for Stripe. */
  takeDeposit: TakeDeposit | undefined;
}

const secret = (): string => randomBytes(16).toString('hex');

/** The stand-ins for Twilio, Stripe and a mail server, on addresses beside the server's. */
async function serveSandbox(): Promise<RunningSandbox> {
  const twilio = { TWILIO_ACCOUNT_SID: `AC${secret()}`, TWILIO_AUTH_TOKEN: secret() };
  const stripe = {
    STRIPE_SECRET_KEY: `sk_test_${secret()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
    STRIPE_PRICE: 'price_burrow_practice',
  };
  const mailPassword = secret();
  const replies = { INBOUND_MAIL_DOMAIN: 'reply.burrow.example', INBOUND_MAIL_SECRET: secret() };
  const { listening, mailPort } = await serve('sandbox', 'packages/sandbox/src/main.ts', [], {
    PATH: process.env['PATH'],
    HOST: sandboxHost,
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: sandboxMailPort,
    SANDBOX_SMTP_PASSWORD: mailPassword,
    INBOUND_MAIL_SECRET: replies.INBOUND_MAIL_SECRET,
    SANDBOX_APP_URL: publicUrl,
    SANDBOX_STRIPE_FILE: join(checkout, '.data/sandbox-stripe.json'),
    ...twilio,
    ...stripe,
  });
  const apiUrl = `http://${reachable(sandboxHost)}:${listening}`;
  const mail = {
    SMTP_URL: `smtp://sandbox:${mailPassword}@${reachable(sandboxHost)}:${mailPort}?ignoreTLS=true`,
    MAIL_FROM: 'burrow@burrow.example',
    ...replies,
  };
  return {
    url: addressOf(listening, sandboxHost),
    takeDeposit: standsInFor.stripe
      ? depositsAtStandIn({
          secretKey: stripe.STRIPE_SECRET_KEY,
          webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
          apiUrl,
          publicUrl,
        })
      : undefined,
    settings: {
      ...(standsInFor.twilio && { ...twilio, TWILIO_FROM: '+441632960144', TWILIO_API_URL: apiUrl }),
      ...(standsInFor.stripe && { ...stripe, STRIPE_API_URL: apiUrl }),
      ...(standsInFor.mail && mail),
    },
  };
}

const isEverywhere = (listensAt: string): boolean => ['0.0.0.0', '::'].includes(listensAt);
const bracketed = (listensAt: string): string => (listensAt.includes(':') ? `[${listensAt}]` : listensAt);
const reachable = (listensAt: string): string =>
  isEverywhere(listensAt) ? '127.0.0.1' : bracketed(listensAt);

/** Applies each migration as it is saved. One that fails is reported, and tried again when it is saved again. */
function followMigrations(urls: { ownerUrl: string; appUrl: string }): void {
  let running = Promise.resolve();
  watch(migrationsFolder, (_event, name) => {
    if (!name?.endsWith('.sql')) return;
    running = running.then(async () => {
      try {
        for (const applied of await migrate(urls)) console.log(`Applied ${applied}.`);
      } catch (error) {
        console.error(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  }).unref();
}

/** As a person on this machine types it. */
const addressOf = (listening: number | string, listensAt = host): string =>
  `http://${isEverywhere(listensAt) || listensAt === '127.0.0.1' ? 'localhost' : bracketed(listensAt)}:${listening}`;

/** The server's address for links and for the sandbox. */
const publicUrl = process.env['PUBLIC_URL'] ?? addressOf(port);

try {
  refuseHalfReal(process.env, standsInFor);
  console.log(isDev ? 'Starting PostgreSQL …' : 'Starting PostgreSQL and building the web app …');
  database = openDatabase();
  const [{ ownerUrl }, sandbox] = await Promise.all([
    database,
    Object.values(standsInFor).some(Boolean) ? serveSandbox() : undefined,
    isDev ? buildBook(checkout) : buildWeb(checkout),
  ]);
  const appUrl = appUrlFrom(ownerUrl);
  await migrate({ ownerUrl, appUrl });
  const seeded = await seedDemo({ ownerUrl, now: new Date(), takeDeposit: sandbox?.takeDeposit });
  const apiPort = isDev ? String(await freePort()) : port;
  const watching = isDev ? ['--watch', '--watch-preserve-output'] : [];
  const api = await serve('server', 'apps/api/src/main.ts', [...watching, ...apiNodeFlags], {
    ...apiEnvironment,
    CODE_SECRET: keptSecret('code-secret'),
    // For the links of the demo.
    QUERY_STRING_LOGIN: 'on',
    // The demo's superadmin signs in with the password that is printed.
    SUPERADMIN_SECOND_FACTOR: 'optional',
    ...(sandbox ? { SSO_PRIVATE_ISSUERS: sandbox.url } : {}),
    ...process.env,
    ...sandbox?.settings,
    DATABASE_URL: appUrl,
    MIGRATE_ON_START: 'off',
    HOST: isDev ? '127.0.0.1' : host,
    PORT: apiPort,
    // One that follows changes is restarted as a whole.
    ...(isDev ? { WEB_CONCURRENCY: '1' } : {}),
    PUBLIC_URL: publicUrl,
    ...(isDev ? { BOOK_ROOT: bookRoot(checkout) } : { WEB_ROOT: webRoot(checkout) }),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  });
  if (isDev) followMigrations({ ownerUrl, appUrl });
  const { listening } = isDev
    ? await serve('web app', 'apps/web/dev-server.ts', [], {
        PATH: process.env['PATH'],
        HOST: host,
        PORT: port,
        API_URL: `http://127.0.0.1:${apiPort}`,
      })
    : api;
  const address = addressOf(listening);
  const addresses = [
    ['Staff sign in', `${address}/app/login`],
    ['Customer portal', `${address}/app/cp/login?tenant=1`],
    ['Public booking page', `${address}/book/willow`],
    ...(sandbox ? [['Messages and payments (sandbox)', sandbox.url]] : []),
    ['API reference', `${address}/api/docs`],
    ...(isDev ? [['Components of the web app', `${address}/app/_ui`]] : []),
  ];
  console.log(`
Burrow is running${seeded ? ', with a fresh demo' : ''}.

${addresses.map(([what = '', where = '']) => `  ${what.padEnd(34)} ${where}`).join('\n')}

${demoSignIns.map(({ who, login, password }) => `  ${who.padEnd(34)} ${login.padEnd(22)} ${password}`).join('\n')}

Press Ctrl-C to stop everything; data stays in ${process.env['DATABASE_URL'] ? 'your database' : relative(checkout, dataFolder)}.`);
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error);
  await stop(1);
}
