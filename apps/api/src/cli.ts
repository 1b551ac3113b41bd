import { parseArgs } from 'node:util';
import { checkBackup, makeBackup, restoreBackup } from './cli/backup.ts';
import { createSuperadmin } from './cli/create-superadmin.ts';
import { inspect } from './cli/doctor.ts';
import {
  cancelPracticeMove,
  finishPracticeMove,
  movePracticeIn,
  movePracticeOut,
} from './cli/move-practice.ts';
import { removeSecondFactor } from './cli/remove-second-factor.ts';
import { reportOf } from './cli/report.ts';
import { wrongUse } from './cli/wrong-use.ts';
import { readEnv, type Env } from './config/env.ts';
import { createDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { reasonOf, whenDatabaseAnswers } from './db/wait-for-database.ts';
import { allowPasswords, makeFirstSuperadmin } from './db/superadmins.ts';
import { createDependencies } from './dependencies.ts';
import { systemClock } from './lib/clock.ts';
import { createLogger } from './lib/logger.ts';
import { createPasswordHasher } from './lib/password-hasher.ts';
import { mailAboutEvent } from './modules/session/public.ts';

// The operator's commands, with the server's settings.

const usage = `Usage: node apps/api/src/cli.ts <command>

  migrate                      wait for the database, bring it up to date, and create the first
                               superadmin from FIRST_SUPERADMIN_EMAIL and FIRST_SUPERADMIN_PASSWORD
  create-superadmin <email>    create another superadmin; the password is asked for, or read from stdin
    --name <name>              the name practices see (Superadmin)
    --password-file <file>     read the password from a file
  remove-second-factor <email> remove the passkeys, authenticator app and recovery codes of someone
                               who lost them all, sign them out everywhere and email them
  allow-passwords <practice>   allow passwords again in a practice (by id) that requires single sign-on
  doctor                       check settings, database, migrations, queue, storage and providers
  backup                       back up the database, at one point in time, and the files
    --to <folder>              create the backup in this folder (BACKUP_PATH)
    --keep <n>                 then keep only the newest n in that folder (all)
    --without-lost-files       continue when files are missing from storage
  backup-verify <backup>       read a whole backup and check it against its manifest
  restore <backup>             restore a backup and migrate it to this release
    --into <database>          a new database on the server of DATABASE_OWNER_URL
    --replace <database>       repeat the name: first remove everything in that database
    --without-lost-files       continue when files of the backup are missing or damaged
    --keep-sessions            keep the sessions and send the messages that were due: only if the
                               servers were stopped before the backup
  move-out <practice>          close a practice (by id) and copy all of it, to move it to another installation
    --to <folder>              create the copy in this folder
  move-in <copy>               take over a practice that move-out copied on another installation
  move-done <practice>         delete a practice that has moved, and lead its callers to the new address
    --receipt <receipt>        what move-in printed
    --to-address <address>     the address of the other installation, such as https://b.example.com
  move-cancel <practice>       open a practice again that move-out closed

migrate, create-superadmin, remove-second-factor, allow-passwords, restore and move-… need DATABASE_OWNER_URL; backup needs that or BACKUP_DATABASE_URL. All read the server’s settings: see docs/operating/settings.md.`;

interface Command {
  /** Whether the command has a positional argument. */
  takesOne?: boolean;
  flags: readonly (keyof Args['values'])[];
  /** @returns the exit code */
  run: (given: string | undefined, flags: Args['values']) => Promise<number>;
}

const commands: Record<string, Command> = {
  migrate: { flags: [], run: runMigrations },
  'create-superadmin': {
    takesOne: true,
    flags: ['name', 'password-file'],
    run: (email, { name, 'password-file': passwordFile }) =>
      createSuperadmin(readEnv(), { email, name, passwordFile }),
  },
  'remove-second-factor': {
    takesOne: true,
    flags: [],
    run: (email) => removeSecondFactor(readEnv(), email, mailAbout),
  },
  'allow-passwords': { takesOne: true, flags: [], run: runAllowPasswords },
  doctor: {
    flags: [],
    run: async () => {
      const { text, isWell } = reportOf(await inspect(readEnv));
      console.log(text);
      return isWell ? 0 : 1;
    },
  },
  backup: {
    flags: ['to', 'keep', 'without-lost-files'],
    run: (_given, flags) => makeBackup(readEnv(), flags),
  },
  'backup-verify': { takesOne: true, flags: [], run: (backup) => checkBackup(backup) },
  restore: {
    takesOne: true,
    flags: ['into', 'replace', 'without-lost-files', 'keep-sessions'],
    run: (backup, flags) => restoreBackup(readEnv(), backup, flags),
  },
  'move-out': {
    takesOne: true,
    flags: ['to'],
    run: (practice, { to }) => movePracticeOut(readEnv(), practice, to),
  },
  'move-in': { takesOne: true, flags: [], run: (copy) => movePracticeIn(readEnv(), copy) },
  'move-done': {
    takesOne: true,
    flags: ['receipt', 'to-address'],
    run: (practice, flags) => finishPracticeMove(readEnv(), practice, flags),
  },
  'move-cancel': {
    takesOne: true,
    flags: [],
    run: (practice) => cancelPracticeMove(readEnv(), practice),
  },
};

function readArgs() {
  return parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      'password-file': { type: 'string' },
      to: { type: 'string' },
      keep: { type: 'string' },
      'without-lost-files': { type: 'boolean' },
      into: { type: 'string' },
      replace: { type: 'string' },
      'keep-sessions': { type: 'boolean' },
      receipt: { type: 'string' },
      'to-address': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
type Args = ReturnType<typeof readArgs>;

async function runMigrations(): Promise<number> {
  const env = readEnv();
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl, BACKUP_DATABASE_URL: backupUrl } = env;
  if (!ownerUrl) throw new Error('DATABASE_OWNER_URL is missing. Migrations need it.');
  const urls = { ownerUrl, appUrl, backupUrl, installationNumber: env.INSTALLATION_NUMBER };
  const applied = await whenDatabaseAnswers(() => migrate(urls), {
    forMs: env.START_PATIENCE_SECONDS * 1000,
    onWait: (reason) => console.error(`Waiting for the database: ${reason}`),
  });
  for (const name of applied) console.log(`Migrated ${name}`);
  if (applied.length === 0) console.log('The database is up to date.');
  const outcome = await makeFirstSuperadmin(env, createPasswordHasher(env.BCRYPT_COST));
  if (outcome === 'made') console.log('Created the first superadmin.');
  if (outcome !== 'address taken') return 0;
  console.error('FIRST_SUPERADMIN_EMAIL already belongs to another account: no superadmin was created.');
  return 1;
}

/** Enqueues the email about an event of an account, which a worker sends. */
async function mailAbout(env: Env, eventId: number): Promise<void> {
  const log = createLogger('silent');
  const database = createDatabase({ url: env.DATABASE_URL, poolSize: 1, prepared: false, log });
  const deps = createDependencies({ env: { ...env, WORKER: 'off' }, database, clock: systemClock, log });
  try {
    await mailAboutEvent(deps, database.control, eventId);
  } finally {
    await deps.jobs.close();
    await database.close();
  }
}

/** Break-glass: allows passwords again in a practice whose only sign-in, its provider, is down. */
async function runAllowPasswords(given: string | undefined): Promise<number> {
  const { DATABASE_OWNER_URL: ownerUrl } = readEnv();
  if (!ownerUrl) throw new Error('DATABASE_OWNER_URL is missing. Changing how a practice signs in needs it.');
  const practiceId = Number(given);
  if (!Number.isSafeInteger(practiceId) || practiceId < 1) {
    console.error('Choose a practice by its id: allow-passwords <practice>.');
    return wrongUse;
  }
  if (await allowPasswords(ownerUrl, practiceId)) {
    console.log(`People can sign in to practice ${practiceId} with a password again.`);
    return 0;
  }
  console.error(`Practice ${practiceId} doesn’t require single sign-on. Nothing was changed.`);
  return 1;
}

async function main(): Promise<number> {
  let args: Args;
  try {
    args = readArgs();
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return wrongUse;
  }
  if (args.values.help) {
    console.log(usage);
    return 0;
  }
  const [name = '', given, ...more] = args.positionals;
  const command = commands[name];
  if (!command) {
    console.error(usage);
    return wrongUse;
  }
  // Refused rather than ignored: `backup /srv/backups` would make one elsewhere.
  const [stray] = [
    ...(command.takesOne ? more : [given, ...more].filter((one) => one !== undefined)),
    ...Object.keys(args.values).flatMap((flag) =>
      command.flags.some((known) => known === flag) ? [] : [`--${flag}`],
    ),
  ];
  if (stray !== undefined) {
    console.error(`${name} doesn’t accept ${stray}.\n\n${usage}`);
    return wrongUse;
  }
  return command.run(given, args.values);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
