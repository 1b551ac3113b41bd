import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { actionNamed, type ActionName, type InputOf, type OutputOf } from '@burrow/contracts/actions';
import type { ErrorBody } from '@burrow/contracts/errors';
import type { InboxMessage } from '@burrow/sandbox/inbox';
import { pino } from 'pino';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createApp } from '../app.ts';
import { codesOf } from '../http/action-codes.ts';
import { readEnv, type Env } from '../config/env.ts';
import type { Dependencies } from '../context/context.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { jobSchema } from '../db/job-schema.ts';
import { createDependencies } from '../dependencies.ts';
import type { BossQueue } from '../jobs/job-queue.ts';
import type { Clock } from '../lib/clock.ts';
import { logOptions } from '../lib/logger.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { runJobs, type DoneJob, type RunJobsOptions } from './run-jobs.ts';
import { startSandbox, type RunningSandbox } from './running-sandbox.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A clock that a test sets (ISO), or that follows the system's ('system'). */
class TestClock implements Clock {
  private at: Date | null = null;

  constructor(iso: string) {
    this.set(iso);
  }

  now(): Date {
    return this.at ?? new Date();
  }

  set(iso: string): void {
    this.at = iso === 'system' ? null : new Date(iso);
  }
}

/** A caller's credentials; none when omitted. */
export interface Caller {
  apiKey: string;
}

interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
  error: ErrorBody;
}

export interface TestApi {
  url: string;
  clock: TestClock;
  testDatabase: TestDatabase;
  database: Database;
  /** The server's dependencies, for tests that run background work themselves. */
  deps: Dependencies & { jobs: BossQueue };
  /** Runs all waiting jobs, until none is left; no worker runs. Returns the jobs. */
  runJobs(options?: RunJobsOptions): Promise<DoneJob[]>;
  /** The log, a JSON object per line. */
  logLines: string[];
  /**
   * Posts an action as JSON. The body is parsed as its declared answer, or in `error` as the refusal, whose code the action
   * must declare.
   */
  call<Name extends ActionName>(
    name: Name,
    input: InputOf<Name>,
    caller?: Caller,
  ): Promise<Answer<OutputOf<Name>>>;
  /** Posts anything to any address. */
  post(path: string, body: RequestInit['body'], headers?: Record<string, string>): Promise<Response>;
  /** The stand-in for Twilio. Each test starts with an empty inbox and working providers. */
  sandbox: RunningSandbox;
  /** The emails to an address, newest first. */
  mailTo(address: string): readonly InboxMessage[];
  /** The text messages to a number in any format, newest first. */
  smsTo(phone: string): readonly InboxMessage[];
  /** Declares that this test expects an error in the log. */
  expectLoggedErrors(): void;
}

/** Answers a request in place of the server. @returns whether it did */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A Wednesday morning in winter: the practice's clock and UTC agree. */
export const testNow = '2026-01-14T09:00:00Z';

/**
 * Gives a test file a server on a fresh database, over real HTTP. An unexpected error in the log fails the test that
 * caused it. The clock stops at `startsAt` (ISO), or runs when that is 'system'.
 */
export function useTestApi(
  env: Partial<Record<keyof Env, string>> = {},
  startsAt: string = testNow,
  intercept: Interceptor = () => false,
): TestApi {
  const logLines: string[] = [];
  let errorsExpected = false;
  let server: Server;
  const api = {
    clock: new TestClock(startsAt),
    logLines,
    mailTo: (address) => api.sandbox.inbox.messages(address).filter(({ channel }) => channel === 'email'),
    smsTo: (phone) => api.sandbox.inbox.messages(phone).filter(({ channel }) => channel === 'sms'),
    expectLoggedErrors: () => {
      errorsExpected = true;
    },
    runJobs: (options) => runJobs(api.deps, options),
    post: (path, body, headers = {}) =>
      fetch(`${api.url}${path}`, { method: 'POST', body: body ?? null, headers }),
    call: async (name, input, caller) => {
      const sent = request(api.url)
        .post(`/api/${name}`)
        .ok(() => true)
        .parse(readBytes)
        .type('json');
      // Read as bytes, which are not decompressed.
      sent.set('Accept-Encoding', 'identity');
      if (caller) sent.set('Authorization', `Bearer ${caller.apiKey}`);
      const { status, headers, type, body: bytes } = await sent.send(JSON.stringify(input));
      const body: unknown = type === 'application/json' ? JSON.parse(String(bytes)) : new Uint8Array(bytes);
      if (status >= 400) {
        const { code } = body as ErrorBody;
        expect([...codesOf(actionNamed(name))], `the codes that ${name} declares`).toContain(code);
      }
      return { status, headers: new Headers(headers), body, error: body } as never;
    },
  } as Partial<TestApi> as TestApi;

  beforeAll(async () => {
    [api.testDatabase, api.sandbox] = await Promise.all([createTestDatabase(), startSandbox()]);
    // Its address is a setting, so it must be known before the server is made.
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    api.sandbox.appUrl = api.url;
    api.sandbox.stripe.now = () => api.clock.now();
    const log = pino({ level: 'info', ...logOptions }, lineWriter(logLines));
    const settings = readEnv({
      DATABASE_URL: api.testDatabase.appUrl,
      BCRYPT_COST: '4',
      PUBLIC_URL: api.url,
      // The stopped clock refills no tokens, so this is the number that can be sent.
      SMS_PER_SECOND: '1000',
      MAIL_PER_SECOND: '1000',
      WORKER: 'off',
      // Tests of the requirement turn it on.
      SUPERADMIN_SECOND_FACTOR: 'optional',
      // Tests of it turn it on.
      WEB_PUSH: 'off',
      ...api.sandbox.settings,
      ...env,
    });
    const tracing = await startTracing(settings, log);
    api.database = createDatabase({
      url: settings.DATABASE_URL,
      listenUrl: settings.DATABASE_LISTEN_URL,
      poolSize: settings.DATABASE_POOL,
      prepared: settings.DATABASE_PREPARED,
      log,
      tracing,
    });
    api.deps = createDependencies({
      env: settings,
      database: api.database,
      clock: api.clock,
      log,
      tracing,
    });
    const app = createApp(api.deps);
    server.on('request', (asked: IncomingMessage, answer: ServerResponse) => {
      if (!intercept(asked, answer)) app(asked, answer);
    });
  });

  afterEach(async () => {
    const errors = logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
    const unexpected = errorsExpected ? [] : errors;
    // First reset the state for the next test: one failure must not cascade.
    errorsExpected = false;
    logLines.length = 0;
    api.clock.set(startsAt);
    api.sandbox.reset();
    api.sandbox.stripe.webhooks = 'hold';
    // The stand-in has deleted its customers.
    await api.testDatabase.owner.query(
      'update tenants set subscription_customer = null where subscription_customer is not null',
    );
    // Jobs of a finished test would look for deleted records.
    await api.testDatabase.owner.query(`delete from ${jobSchema}.job`);
    expect(unexpected).toEqual([]);
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await api.sandbox.stop();
    await api.deps.jobs.close();
    await api.deps.providerRecord.close();
    await api.database.close();
    await api.deps.tracing?.close();
    await api.testDatabase.drop();
  });

  return api;
}

/** Makes superagent return the raw body. */
function readBytes(response: unknown, done: (error: Error | null, bytes: Buffer | null) => void): void {
  buffer(response as IncomingMessage).then(
    (bytes) => done(null, bytes),
    (error: unknown) => done(error as Error, null),
  );
}

function lineWriter(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
}
