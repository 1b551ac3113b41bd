import { readFileSync } from 'node:fs';
import { minimumStaffPasswordLength } from '@burrow/contracts/session';
import { emailAddress, password } from '@burrow/contracts/form';
import { z } from 'zod';
import { isSupportedCountry } from 'libphonenumber-js/min';
import { isPlaceholder } from './placeholder.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback);
const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off', 'true', 'false'])
    .default(fallback)
    .transform((value) => value === 'on' || value === 'true');

/** Default countries for text messages: the British Isles, the EEA, Switzerland, and some overseas. */
const usualCountries =
  'GB,IM,JE,GG,IE,AT,BE,BG,HR,CY,CZ,DK,EE,FI,FR,DE,GR,HU,IS,IT,LV,LI,LT,LU,MT,NL,NO,PL,PT,RO,SK,SI,ES,SE,CH,US,CA,AU,NZ';
const isCountry = (code: string): boolean => isSupportedCountry(code);

/** Labels of letters, digits and inner hyphens, with dots in between. */
const isDomain = (text: string): boolean =>
  text.includes('.') &&
  text.split('.').every((label) => /^[a-z\d-]{1,63}$/.test(label) && !/^-|-$/.test(label));

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

/** Every variable the server reads. Values come from the environment, or from the file in `<NAME>_FILE`. */
const schema = z.object({
  /** The API's login; the role must not own the tables. */
  DATABASE_URL: postgresUrl,
  /** The login that owns the schema; used for migrations at the start and for nothing else. */
  DATABASE_OWNER_URL: postgresUrl.optional(),
  MIGRATE_ON_START: onOff('on'),
  /**
   * Tells installations between which practices are moved apart: migrations have the ids of each number begin elsewhere.
   * At most 999, because ids have at most 15 digits.
   */
  INSTALLATION_NUMBER: z.coerce.number().int().min(0).max(999).default(0),
  /** Directly to the database, when DATABASE_URL goes through a transaction pooler; to listen for notifications. */
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  /** A streaming standby of the database, for reports; they are read from DATABASE_URL while it is unavailable. */
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  /** How long a starting process waits for a database that does not answer yet. */
  START_PATIENCE_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),
  /** The superadmin to create in an installation that has none; the password is changed at the first sign-in. */
  FIRST_SUPERADMIN_EMAIL: emailAddress().optional(),
  FIRST_SUPERADMIN_PASSWORD: password(
    minimumStaffPasswordLength,
    `must have at least ${minimumStaffPasswordLength} characters`,
  )
    .refine((value) => !isPlaceholder(value), 'is a placeholder: choose your own password')
    .optional(),
  /** Connections each process may hold for transactions; it holds up to four more for sign-ins and limits. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  /** Off behind a transaction pooler without support for named prepared statements (PgBouncer before 1.21). */
  DATABASE_PREPARED: onOff('on'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port(8080),
  /** How many processes serve requests on PORT; the first of them also does what WORKER says. */
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  /** Where the metrics are served, on a separate port; nowhere unless set. 0 takes a free port. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** The address of a collector of traces by OTLP over HTTP, such as http://localhost:4318. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/?#@]+(?:\/[^?#@]*)?$/, 'must be like http://localhost:4318')
    .optional(),
  /** Headers for the collector, such as a key: name=value, with commas in between. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Whether traces are sent; by default, whether OTEL_EXPORTER_OTLP_ENDPOINT is set. */
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  /** Which traces are recorded, and the share of them for samplers with a ratio. */
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SERVICE_NAME: z.string().max(200).default('burrow'),
  /** How many proxies stand in front, so that the caller's address can be believed. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Work factor of password hashes. */
  BCRYPT_COST: z.coerce.number().int().min(4).max(15).default(12),
  SESSION_IDLE_HOURS: z.coerce.number().min(0.01).max(720).default(12),
  SESSION_DAYS: z.coerce.number().min(0.01).max(365).default(14),
  /** How many codes a practice's portal sends in a day, because each costs money; at most half to new numbers. */
  PORTAL_SMS_PER_DAY: z.coerce.number().int().min(0).max(1_000_000).default(300),
  /** How many codes all portals together send in a day. */
  PORTAL_SMS_PER_DAY_TOTAL: z.coerce.number().int().min(0).max(10_000_000).default(2000),
  /** Whether portals of British practices send codes to the Isle of Man, Jersey and Guernsey too, which cost more. */
  PORTAL_SMS_ISLANDS: onOff('off'),
  /** Key for portal codes and authenticator apps in the database; the same for every process. */
  CODE_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((value) => !isPlaceholder(value), 'is a placeholder: choose your own secret')
    .optional(),
  /** Whether superadmins need a second factor; 'optional' is for demos. */
  SUPERADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).default('required'),
  /** Whether a user name and password in the address of the sign-in page sign in. */
  QUERY_STRING_LOGIN: onOff('off'),
  /** Whether HSTS covers the subdomains of PUBLIC_URL too, which may belong to others. */
  HSTS_INCLUDE_SUBDOMAINS: onOff('off'),
  /** Tag of the running image, such as 1.0.1-20261122-abc1234; set by the image. */
  BURROW_TAG: z.string().max(128).optional(),
  /** Folder of the built web app. */
  WEB_ROOT: z.string().optional(),
  /** Folder of the built booking page; by default in WEB_ROOT. */
  BOOK_ROOT: z.string().optional(),
  /** The store of new files. Files in another configured store stay readable. */
  FILE_STORAGE: z.enum(['database', 'disk', 's3']).default('database'),
  /** Folder of the store 'disk'; the same one for every process. */
  FILE_STORAGE_PATH: z.string().optional(),
  /** Address of an S3-compatible store; AWS itself when unset. */
  S3_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be like https://s3.example.com')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  /** On for stores that expect the bucket in the path instead of in the host's name. */
  S3_FORCE_PATH_STYLE: onOff('off'),
  /** The limit of a practice's files in total, in MB of 1024 kB; 0 for no limit. */
  FILE_STORAGE_PER_PRACTICE_MB: z.coerce.number().int().min(0).max(1_000_000_000).default(10_240),
  /** How many received uploads a process works on at a time; each may take up to 200 MB of memory. */
  FILE_UPLOADS_AT_ONCE: z.coerce.number().int().min(1).max(20).default(1),
  /** Address of ClamAV, which scans uploads: host and port, or the path of its socket. */
  CLAMD_ADDRESS: z
    .string()
    .regex(
      /^(?:\/[^\s]+|[^\s/:]+:\d{1,5}|\[[\da-fA-F:]+\]:\d{1,5})$/,
      'must be like clamav:3310 or /run/clamav/clamd.ctl',
    )
    .optional(),
  /** Text messages go through Twilio; without it none can be sent. */
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[\da-fA-F]{32}$/, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  /** The sender of messages. */
  TWILIO_FROM: z
    .string()
    .regex(
      /^(?:\+[1-9]\d{6,14}|MG[\da-fA-F]{32}|[\dA-Za-z ]{1,11})$/,
      'must be a number like +441632960144, a messaging service (MG…) or a name of up to 11 letters and digits',
    )
    .optional(),
  /** Notifications to pet owners' devices. They need CODE_SECRET, from which their keys are derived, and PUBLIC_URL. */
  WEB_PUSH: onOff('on'),
  /** Whether push services may be in private networks, and reached by plain HTTP: for tests. Pet owners choose the address. */
  WEB_PUSH_TO_PRIVATE_NETWORKS: onOff('off'),
  /** The address of a stand-in for Twilio. */
  TWILIO_API_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be like http://localhost:8090')
    .optional(),
  /** Address under which people and providers reach this server; links and callbacks begin with it. */
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be like https://burrow.example.com')
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  /** Deposits and subscriptions go through Stripe; without it neither can be paid. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_[\w-]+$/, 'must begin with sk_ or rk_')
    .optional(),
  /** The secret that signs webhooks. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional(),
  /** The price that practices subscribe to; without it the operator manages their subscriptions. */
  STRIPE_PRICE: z
    .string()
    .regex(/^price_/, 'must begin with price_')
    .optional(),
  /** The address of a stand-in for Stripe. */
  STRIPE_API_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be like http://localhost:8090')
    .optional(),
  /** The mail server, such as smtp://user:password@mail.example.com:587. */
  SMTP_URL: z
    .string()
    .refine(
      (url) => /^smtps?:\/\/[^\s/?#]+/.test(url) && URL.canParse(url),
      'must be like smtp://user:password@mail.example.com:587',
    )
    .optional(),
  /** The sender of email. */
  MAIL_FROM: z.email('must be an email address').optional(),
  /** The domain of addresses for replies to emails, whose mail is delivered to /api/webhooks/mail. */
  INBOUND_MAIL_DOMAIN: z
    .string()
    .max(190)
    .transform((domain) => domain.toLowerCase())
    .refine(isDomain, 'must be a domain like reply.example.com')
    .optional(),
  /** The secret of the mail server that delivers them; it also signs the addresses. */
  INBOUND_MAIL_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((value) => !isPlaceholder(value), 'is a placeholder: choose your own secret')
    .optional(),
  /** How many text messages, and how many emails, are sent a second, over all processes: the providers' limits. */
  SMS_PER_SECOND: z.coerce.number().min(0.1).max(1000).default(10),
  MAIL_PER_SECOND: z.coerce.number().min(0.1).max(1000).default(10),
  /** Countries that text messages may go to, by two-letter code. Numbers without a country, such as satellite phones, are refused. */
  SMS_COUNTRIES: z
    .string()
    .default(usualCountries)
    .transform((list) =>
      list
        .toUpperCase()
        .split(',')
        .map((country) => country.trim())
        .filter(Boolean),
    )
    .refine((countries) => countries.every(isCountry), 'must be countries such as GB,IE'),
  /** Upper limit for a practice's own daily limit of text messages to clients. */
  SMS_PER_PRACTICE_PER_DAY: z.coerce.number().int().min(0).max(5000).default(5000),
  /** Emails to clients: per practice and day, and per practice, address and hour (twice that over all practices). */
  MAIL_PER_PRACTICE_PER_DAY: z.coerce.number().int().min(0).max(1_000_000).default(5000),
  MAIL_PER_RECIPIENT_PER_HOUR: z.coerce.number().int().min(1).max(10_000).default(20),
  /** Where this process makes a backup of the installation each day; nowhere unless set. */
  BACKUP_PATH: z.string().optional(),
  /** The login of backups: burrow_backup, directly to the database. */
  BACKUP_DATABASE_URL: postgresUrl.optional(),
  /** The time of day, in UTC. */
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 02:30')
    .default('02:30'),
  /** How many finished backups are kept there. */
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(7),
  /** Whether webhooks of practices may be sent to private networks, and by plain HTTP. */
  WEBHOOKS_TO_PRIVATE_NETWORKS: onOff('off'),
  /** The sign-in provider of the installation, by OpenID Connect. */
  SSO_ISSUER: z
    .string()
    .regex(/^https?:\/\/[^/?#@]+(?:\/[^?#@]*)?$/, 'must be like https://login.example.com')
    .optional(),
  SSO_CLIENT_ID: z.string().max(300).optional(),
  SSO_CLIENT_SECRET: z.string().max(1000).optional(),
  /** Its name on the sign-in button. */
  SSO_NAME: z.string().max(60).default('single sign-on'),
  /** Origins of providers in private networks, which practices may use too, such as https://sso.example.internal. */
  SSO_PRIVATE_ISSUERS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim().replace(/\/$/, ''))
        .filter(Boolean),
    )
    .refine((origins) => origins.every(isOrigin), 'must be origins such as https://sso.example.internal'),
  /** Whether this process also runs background jobs ('inline'), leaves them to others, or runs nothing else. */
  WORKER: z.enum(['inline', 'off', 'only']).default('inline'),
});

export type Env = z.output<typeof schema>;

/** How many processes a server with these settings consists of. One that only does background jobs is always one. */
export const webProcesses = ({ WEB_CONCURRENCY, WORKER }: Pick<Env, 'WEB_CONCURRENCY' | 'WORKER'>): number =>
  WORKER === 'only' ? 1 : WEB_CONCURRENCY;

/** The names of all variables that the server reads. */
export const variableNames: readonly string[] = Object.keys(schema.shape);

/**
 * Reads and checks the configuration. Reports every wrong variable at once, by name and reason, never by value.
 * @throws Error whose message is ready to print
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given: Record<string, string> = {};
  const unreadable: string[] = [];
  for (const name of variableNames) {
    const value = valueOf(source, name);
    if (value === null) unreadable.push(name);
    else if (value.trim() !== '') given[name] = value;
  }
  const result = schema.safeParse(given);
  const isShared = result.success && sharesPort(result.data);
  const absent = neededBeside(given).filter(({ name }) => !(name in given) && !unreadable.includes(name));
  if (result.success && !isShared && unreadable.length === 0 && absent.length === 0) return result.data;
  const issues = (result.error?.issues ?? []).filter(({ path }) => !unreadable.includes(String(path[0])));
  const lines = [
    ...unreadable.map((name) => `  ${name}_FILE: the file can’t be read`),
    ...issues.map((issue) => {
      const name = String(issue.path[0]);
      return `  ${name}: ${name in given ? saidOf(issue, name) : 'is missing'}`;
    }),
    ...(isShared ? ['  METRICS_PORT: must differ from PORT'] : []),
    ...absent.map(({ name, topic }) => `  ${name}: is required with the other settings for ${topic}`),
  ];
  throw new Error(`The configuration is not valid:\n${lines.join('\n')}`);
}

/** Describes the valid values. */
function saidOf(issue: z.core.$ZodIssue, name: string): string {
  const usual: unknown = schema.parse({ DATABASE_URL: 'postgres://' })[name as keyof Env];
  const example = typeof usual === 'number' ? `, such as ${usual}` : '';
  switch (issue.code) {
    case 'invalid_type':
      return `must be a ${issue.expected === 'int' ? 'whole ' : ''}number${example}`;
    case 'too_small':
      return issue.origin === 'number' ? `must be ${issue.minimum} or more` : issue.message;
    case 'too_big':
      return issue.origin === 'number' ? `must be ${issue.maximum} or less` : issue.message;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    default:
      return issue.message;
  }
}

/** Whether the metrics would be public, or served nowhere. */
const sharesPort = ({ PORT, METRICS_PORT }: Env): boolean => METRICS_PORT === PORT && PORT !== 0;

const s3Settings = ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
const stripeSettings = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const mailSettings = ['SMTP_URL', 'MAIL_FROM'] as const;
const replySettings = ['INBOUND_MAIL_DOMAIN', 'INBOUND_MAIL_SECRET'] as const;
const ssoSettings = ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET', 'PUBLIC_URL'] as const;
const superadminSettings = [
  'FIRST_SUPERADMIN_EMAIL',
  'FIRST_SUPERADMIN_PASSWORD',
  'DATABASE_OWNER_URL',
] as const;
const backupSettings = ['BACKUP_PATH', 'BACKUP_DATABASE_URL'] as const;
const twilioSettings = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
/** Portal codes are sent by text message, so both need each other. */
const textSettings = [...twilioSettings, 'CODE_SECRET'] as const;

/** The settings that are required by a chosen service, or by one that is partly configured. */
function neededBeside(given: Record<string, string>): { name: string; topic: string }[] {
  const isGiven = (name: string): boolean => name in given;
  const files = [
    ...(given['FILE_STORAGE'] === 'disk' ? ['FILE_STORAGE_PATH'] : []),
    ...(given['FILE_STORAGE'] === 's3' || s3Settings.some(isGiven) ? s3Settings : []),
  ];
  const texts = [...twilioSettings, 'TWILIO_API_URL'].some(isGiven) ? textSettings : [];
  const cards = [...stripeSettings, 'STRIPE_PRICE', 'STRIPE_API_URL'].some(isGiven) ? stripeSettings : [];
  const mail = mailSettings.some(isGiven) ? mailSettings : [];
  const replies = replySettings.some(isGiven) ? replySettings : [];
  const backups = 'BACKUP_PATH' in given ? backupSettings : [];
  const sso = ssoSettings.slice(0, 3).some(isGiven) ? ssoSettings : [];
  // The email alone asks for nothing: after the first sign-in only the password is removed.
  const superadmin = isGiven('FIRST_SUPERADMIN_PASSWORD') ? superadminSettings : [];
  return [
    ...files.map((name) => ({ name, topic: 'files' })),
    ...texts.map((name) => ({ name, topic: 'text messages' })),
    ...cards.map((name) => ({ name, topic: 'card payments' })),
    ...mail.map((name) => ({ name, topic: 'email' })),
    ...replies.map((name) => ({ name, topic: 'replies to emails' })),
    ...backups.map((name) => ({ name, topic: 'backups' })),
    ...sso.map((name) => ({ name, topic: 'single sign-on' })),
    ...superadmin.map((name) => ({ name, topic: 'the first superadmin' })),
  ];
}

/** A variable's value: its own, or the content of the file in `<NAME>_FILE`; '' for none, null when unreadable. */
function valueOf(source: NodeJS.ProcessEnv, name: string): string | null {
  const file = source[`${name}_FILE`];
  if (!file) return source[name] ?? '';
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    // The reason would print its path, which is a value too.
    return null;
  }
}
