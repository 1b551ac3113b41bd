import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { useTestApi } from '../apps/api/src/testing/harness.ts';
import { buildPackage } from '../packages/client/build/build-package.ts';
import type { BurrowError } from '../packages/client/src/burrow-error.ts';
import type { BurrowClient, ClientOptions } from '../packages/client/src/create-client.ts';

// The package as integrators install it: built, in another program's node_modules.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const checkout = join(import.meta.dirname, '..');
const program = mkdtempSync(join(tmpdir(), 'burrow-integrator-'));

type Json = Record<string, unknown>;
/** Loose types of the actions in these tests: the exact ones are tested with the compiler. */
type Loose = Record<
  'tenant' | 'client_create' | 'client_update' | 'booking_create' | 'booking' | 'file/upload' | 'file/get',
  { input: Json; output: Json; returns: 'json' }
> &
  Record<'booking_invoice', { input: Json; output: never; returns: 'document' }> &
  Record<'notifications/stream', { input: Json; output: Json; returns: 'events' }>;

let createBurrow: (options: ClientOptions) => BurrowClient<Loose>;
let practice: Practice;

beforeAll(async () => {
  const folder = join(program, 'node_modules/burrow-client');
  mkdirSync(join(program, 'node_modules'), { recursive: true });
  await buildPackage(folder);
  const parser = join(checkout, 'packages/client/node_modules/eventsource-parser');
  symlinkSync(parser, join(program, 'node_modules/eventsource-parser'));
  const entrance = pathToFileURL(join(folder, 'dist/index.js')).href;
  ({ createBurrow } = (await import(entrance)) as { createBurrow: typeof createBurrow });
  practice = await makePractice(db());
});
afterAll(() => rmSync(program, { recursive: true, force: true }));

const client = (options: Partial<ClientOptions> = {}): BurrowClient<Loose> =>
  createBurrow({ url: api.url, apiKey: practice.adminKey.apiKey, ...options });

const failureOf = async (call: Promise<unknown>): Promise<BurrowError> => {
  const outcome = await call.then(
    () => null,
    (error: BurrowError) => error,
  );
  if (outcome === null) throw new Error('The call succeeded.');
  return outcome;
};

/** The compiler's errors about a program that uses the package, one per line. */
function mistakesIn(source: string): string[] {
  writeFileSync(join(program, 'main.ts'), source);
  writeFileSync(join(program, 'package.json'), '{"type":"module"}');
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2024', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
  };
  writeFileSync(join(program, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const { stdout } = spawnSync(
    join(checkout, 'node_modules/.bin/tsc'),
    ['-p', program, '--pretty', 'false'],
    { encoding: 'utf8' },
  );
  return stdout.split('\n').filter((line) => /error TS/.test(line));
}

describe('the types', () => {
  it('accept a correct program, without the server’s own packages', () => {
    const source = `import { createBurrow, BurrowError, type BookingCreateInput, type ErrorCode } from 'burrow-client';
const burrow = createBurrow({ url: 'https://burrow.example.com', apiKey: 'key' });
const wanted: BookingCreateInput = { client_id: 7, animal_id: 12, service_id: 1, booking_date: '2026-12-01', booking_time: '10:00' };
const { booking_id } = await burrow.call('booking_create', wanted, { idempotencyKey: 'one' });
const id: number = booking_id;
const name: string = (await burrow.call('tenant'))[0]!.tenant_name;
const invoice: Blob = (await burrow.document('booking_invoice', { booking_id: id })).content;
await burrow.call('file/upload', { entity_type: 'animal', entity_id: 12, file: new File(['x'], 'x.txt') });
for await (const { event, data } of burrow.events('notifications/stream')) console.log(event, data.notification_id, name, invoice);
const code: ErrorCode = 'slot_taken';
if (new Error() instanceof BurrowError) console.log(code);
`;
    expect(mistakesIn(source)).toEqual([]);
  });

  it('reject what the API would refuse', () => {
    const source = `import { createBurrow } from 'burrow-client';
const burrow = createBurrow({ url: 'https://burrow.example.com' });
await burrow.call('booking_create', { client_id: 'seven' });
await burrow.call('no_such_action', {});
await burrow.call('booking_invoice', { booking_id: 1 });
await burrow.call('booking_create');
const total: number = (await burrow.call('booking', { booking_id: 1 })).price;
`;
    const lines = mistakesIn(source).map((line) => /main\.ts\((\d+),/.exec(line)?.[1]);
    expect([...new Set(lines)]).toEqual(['3', '4', '5', '6', '7']);
  });
});

describe('a program', () => {
  it('creates, reads, and gets documents', async () => {
    const burrow = client();
    const made = await burrow.call('client_create', { name: 'Ivo Integrator', phone: '07700900321' });
    expect(made).toMatchObject({ client_id: expect.any(Number) as number });
    const booking = await makeBooking(db(), { animal: practice.animal, service: practice.checkUp });
    const invoice = await burrow.document('booking_invoice', { booking_id: booking.id });
    expect(invoice).toMatchObject({ filename: `invoice-${booking.id}.pdf`, type: 'application/pdf' });
    expect(await invoice.content.slice(0, 5).text()).toBe('%PDF-');
  });

  it('sends files with their names', async () => {
    const burrow = client();
    const file = new File(['Rabies 2026'], 'vaccinations.txt', { type: 'text/plain' });
    const { file_id } = await burrow.call('file/upload', {
      entity_type: 'animal',
      entity_id: practice.animal.id,
      file,
    });
    const kept = await burrow.call('file/get', { file_id });
    expect(kept).toMatchObject({
      filename: 'vaccinations.txt',
      file_data: Buffer.from('Rabies 2026').toString('base64'),
    });
  });

  it('makes one appointment though the first answer is lost', async () => {
    let lost = 0;
    const losing: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      if (lost++ > 0) return response;
      await response.body?.cancel();
      throw new TypeError('terminated');
    };
    const { client: owner, animal, checkUp } = practice;
    const wanted = {
      client_id: owner.id,
      animal_id: animal.id,
      service_id: checkUp.id,
      booking_date: '2026-02-03',
      booking_time: '10:00',
    };
    const { booking_id } = await client({ fetch: losing }).call('booking_create', wanted);
    const { rows } = await db().query(
      "select id from bookings where tenant_id = $1 and booking_date = '2026-02-03'",
      [practice.tenant.id],
    );
    expect([lost, rows]).toEqual([2, [{ id: String(booking_id) }]]);
  });

  it('receives the events of the practice', async () => {
    const leaving = new AbortController();
    const heard: unknown[] = [];
    const burrow = client();
    const events = burrow.events('notifications/stream', {}, { signal: leaving.signal });
    onTestFinished(() => leaving.abort());
    for await (const event of events) {
      heard.push(event);
      if (heard.length === 2) break;
      const booking = await makeBooking(db(), {
        animal: practice.animal,
        service: practice.checkUp,
        status: 'confirmed',
        booking_time: '15:00',
      });
      await api.call(
        'booking_status_update',
        { booking_id: booking.id, status: 'cancelled' },
        practice.staffKey,
      );
    }
    expect(heard[1]).toMatchObject({ event: 'changed', data: { action: 'booking_status_update' } });
  });
});

describe('a failed call', () => {
  it('is an error with the server’s code, message and fields', async () => {
    const invalid = await failureOf(client().call('client_create', { name: '', phone: 'no number' }));
    expect(invalid).toMatchObject({
      name: 'BurrowError',
      status: 400,
      code: 'invalid_input',
      isPassing: false,
    });
    expect(Object.keys(invalid.fields)).toContain('name');
    expect(invalid.requestId).toMatch(/\S/);
    const unknown = await failureOf(client({ apiKey: 'nobody’s'.replace('’', '') }).call('tenant', {}));
    expect(unknown).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  /** Answers of a failing server, in sequence; the last one repeats. */
  const answering = (...answers: (Response | Error)[]): { send: typeof fetch; asked: () => number } => {
    let asked = 0;
    const send: typeof fetch = () => {
      const answer = answers[Math.min(asked++, answers.length - 1)] as Response | Error;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer.clone());
    };
    return { send, asked: () => asked };
  };
  const busy = (): Response => new Response('<html>', { status: 503, headers: { 'retry-after': '0' } });

  it('ends a stream: with an error when the connection breaks, without one when the caller leaves', async () => {
    const streaming = (then: (stream: ReadableStreamDefaultController<Uint8Array>) => void): typeof fetch => {
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => stream.enqueue(new TextEncoder().encode('event: changed\ndata: {"id":1}\n\n')),
        pull: then,
      });
      return () => Promise.resolve(new Response(body));
    };
    const listen = async (send: typeof fetch, signal?: AbortSignal): Promise<unknown[]> => {
      const heard: unknown[] = [];
      const events = client({ fetch: send }).events('notifications/stream', {}, signal ? { signal } : {});
      for await (const { data } of events) heard.push(data);
      return heard;
    };
    const broken = streaming((stream) => stream.error(new TypeError('terminated')));
    expect(await failureOf(listen(broken))).toMatchObject({ name: 'BurrowError', code: 'unreachable' });
    const leaving = new AbortController();
    const left = streaming((stream) => {
      leaving.abort();
      stream.error(leaving.signal.reason);
    });
    expect(await listen(left, leaving.signal)).toEqual([{ id: 1 }]);
  });

  it('is not retried if the server asks for a wait of more than 30 seconds', async () => {
    const limited = answering(
      new Response('{"code":"rate_limited","message":"Later."}', {
        status: 429,
        headers: { 'retry-after': '3600' },
      }),
    );
    expect(await failureOf(client({ fetch: limited.send }).call('tenant', {}))).toMatchObject({
      status: 429,
      retryAfter: 3600,
    });
    expect(limited.asked()).toBe(1);
  });

  it('ends when the server does not begin to respond in time, for a document and a stream too', async () => {
    const silent: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    const burrow = client({ fetch: silent, timeoutMs: 10, retries: 0 });
    const calls = [
      burrow.call('tenant', {}),
      burrow.document('booking_invoice', { booking_id: 1 }),
      burrow.events('notifications/stream', {}).next(),
    ];
    for (const call of calls) expect(await failureOf(call)).toMatchObject({ code: 'unreachable' });
  });

  it('is not a document that takes longer than the timeout once it has begun', async () => {
    const timeoutMs = 10;
    const slow: typeof fetch = async (_url, init) => {
      // As long as the client's own, and begun after it.
      const ended = once(AbortSignal.timeout(timeoutMs), 'abort');
      const pull = async (body: ReadableStreamDefaultController<Uint8Array>) => {
        await ended;
        if (init?.signal?.aborted) body.error(init.signal.reason);
        else {
          body.enqueue(new TextEncoder().encode('{}'));
          body.close();
        }
      };
      return new Response(new ReadableStream({ pull }));
    };
    const burrow = client({ fetch: slow, timeoutMs, retries: 0 });
    const { content } = await burrow.document('booking_invoice', { booking_id: 1 });
    expect(await content.text()).toBe('{}');
    expect(await failureOf(burrow.call('tenant', {}))).toMatchObject({ code: 'unreachable' });
  });

  it('is retried if that is safe, and not otherwise', async () => {
    const query = answering(busy(), new Error('reset'), Response.json([{ tenant_name: 'Willow' }]));
    expect(await client({ fetch: query.send }).call('tenant', {})).toEqual([{ tenant_name: 'Willow' }]);
    const command = answering(busy());
    expect(
      await failureOf(client({ fetch: command.send }).call('client_update', { client_id: 1 })),
    ).toMatchObject({ status: 503, code: 'unknown', isPassing: true });
    const limited = answering(
      new Response('{"code":"rate_limited","message":"Later."}', {
        status: 429,
        headers: { 'retry-after': '0' },
      }),
      Response.json({ success: true }),
    );
    expect(await client({ fetch: limited.send }).call('client_update', { client_id: 1 })).toEqual({
      success: true,
    });
    expect([query.asked(), command.asked(), limited.asked()]).toEqual([3, 1, 2]);
  });

  it('fails after so many attempts, or when the caller cancels it', async () => {
    const away = answering(new Error('refused'));
    expect(await failureOf(client({ fetch: away.send, retries: 1 }).call('tenant', {}))).toMatchObject({
      status: 0,
      code: 'unreachable',
    });
    expect(away.asked()).toBe(2);
    const leaving = new AbortController();
    const slow = answering(new Response('', { status: 503, headers: { 'retry-after': '20' } }));
    const call = client({ fetch: slow.send }).call('tenant', {}, { signal: leaving.signal });
    leaving.abort(new Error('no longer wanted'));
    expect(await failureOf(call)).toMatchObject({ message: 'no longer wanted' });
  });
});
