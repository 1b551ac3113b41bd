import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventSource } from '../context/handlers.ts';
import { readStream, type ReadStream } from '../testing/event-stream.ts';
import { EventStreams } from './event-streams.ts';

/** A source of events, and its current listeners. */
class Speaker implements EventSource<unknown> {
  readonly listeners = new Set<{ send: (event: string, data: unknown) => void; end: () => void }>();
  private readonly onLeft: () => void;

  constructor(onLeft: () => void = () => undefined) {
    this.onLeft = onLeft;
  }

  open(send: (event: string, data: unknown) => void, end: () => void): () => void {
    const listener = { send, end };
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      this.onLeft();
    };
  }

  say(data: unknown): void {
    for (const { send } of this.listeners) send('said', data);
  }
}

const servers: Server[] = [];
const opened: ReadStream[] = [];

interface Setting {
  limits?: ConstructorParameters<typeof EventStreams>[0];
  speaker?: Speaker;
  mayStay?: () => Promise<boolean>;
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A server of the streams of `speaker`; the address of a request names the session. */
function serverOf({ limits = {}, speaker = new Speaker(), mayStay = async () => true }: Setting): Server {
  const streams = new EventStreams(limits);
  return createServer((req, res) => {
    try {
      const session = Number(req.url?.slice(1));
      // A hundred sessions per practice.
      const practice = Math.floor(session / 100);
      streams.begin({ req, res, session, practice, source: speaker, shape: (data) => data, mayStay });
    } catch {
      res.writeHead(503).end();
    }
  });
}

/** Serves the streams of `speaker`; returns a function that opens one, for a session. */
async function serve(setting: Setting) {
  const port = await listening(serverOf(setting));
  return async (session: number): Promise<ReadStream> => {
    const stream = await readStream(`http://127.0.0.1:${port}/${session}`);
    opened.push(stream);
    return stream;
  };
}

afterEach(async () => {
  for (const stream of opened.splice(0)) stream.leave();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('a stream', () => {
  it('starts at once, without buffering, and sends the events', async () => {
    const speaker = new Speaker();
    const open = await serve({ speaker });
    const stream = await open(1);
    expect([stream.status, stream.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(await stream.nextBlock()).toBe('retry: 5000');
    speaker.say({ text: 'two\nlines' });
    expect(await stream.next()).toEqual({ event: 'said', data: { text: 'two\nlines' } });
  });

  it('sends heartbeats on an idle connection', async () => {
    const open = await serve({ limits: { heartbeatMs: 10 } });
    const stream = await open(1);
    await stream.nextBlock();
    expect([await stream.nextBlock(), await stream.nextBlock()]).toEqual([': still here', ': still here']);
  });

  it('ends when its source ends, when its time is over, and when the caller may no longer listen', async () => {
    const speaker = new Speaker();
    const done = await (await serve({ speaker }))(1);
    for (const { end } of speaker.listeners) end();
    expect(await done.next()).toBeUndefined();
    const old = await (await serve({ limits: { maxMs: 20 } }))(1);
    expect(await old.next()).toBeUndefined();
    let mayStay = true;
    let looks = 0;
    const look = async () => {
      looks += 1;
      mayStay = looks < 3;
      return mayStay;
    };
    const revoked = await (await serve({ limits: { lookAgainMs: 10 }, mayStay: look }))(1);
    expect(await revoked.next()).toBeUndefined();
    expect(looks).toBe(3);
  });

  it('is forgotten when its caller disconnects', async () => {
    const left = Promise.withResolvers<void>();
    const speaker = new Speaker(left.resolve);
    const open = await serve({ speaker, limits: { most: 1 } });
    const stream = await open(1);
    expect((await open(2)).status).toBe(503);
    stream.leave();
    await left.promise;
    expect(speaker.listeners.size).toBe(0);
    expect((await open(2)).status).toBe(200);
  });

  it('is refused beyond the limit per practice, without affecting other practices', async () => {
    const open = await serve({ limits: { maxOfPractice: 2 } });
    const [first] = [await open(101), await open(102)];
    expect((await open(103)).status).toBe(503);
    expect((await open(201)).status).toBe(200);
    first.leave();
    await vi.waitFor(async () => expect((await open(104)).status).toBe(200), 10_000);
  });

  it('is replaced by a newer one when its session has too many, and says so', async () => {
    const open = await serve({ limits: { maxEach: 2 } });
    const [oldest, older] = [await open(1), await open(1)];
    const others = await open(2);
    await open(1);
    expect(await oldest.next()).toEqual({ event: 'replaced', data: {} });
    expect(await oldest.next()).toBeUndefined();
    await open(1);
    expect(await older.next()).toEqual({ event: 'replaced', data: {} });
    others.leave();
  });

  it('is replaced once, even by several at the same moment', async () => {
    const speaker = new Speaker();
    const streams = new EventStreams();
    const arrived: Pick<Parameters<EventStreams['begin']>[0], 'req' | 'res'>[] = [];
    const all = Promise.withResolvers<void>();
    const port = await listening(
      createServer((req, res) => {
        if (arrived.push({ req, res }) < 6) return;
        for (const one of arrived) {
          streams.begin({
            ...one,
            session: 1,
            practice: 1,
            source: speaker,
            shape: String,
            mayStay: async () => true,
          });
        }
        all.resolve();
      }),
    );
    const six = await Promise.all(Array.from({ length: 6 }, () => readStream(`http://127.0.0.1:${port}/1`)));
    opened.push(...six);
    await all.promise;
    speaker.say('hello');
    const first = await Promise.all(six.map((stream) => stream.next()));
    expect(first.filter((event) => event?.event === 'replaced')).toHaveLength(3);
    expect(first.filter((event) => event?.event === 'said')).toHaveLength(3);
    expect(arrived.filter(({ res }) => !res.writableEnded)).toHaveLength(3);
  });

  it('keeps to the limit on a connection with several pipelined requests, and forgets them with the connection', async () => {
    let left = 0;
    const speaker = new Speaker(() => (left += 1));
    const port = await listening(serverOf({ speaker, limits: { most: 6 } }));
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.setEncoding('utf8');
    const requests = (count: number): string => 'POST /1 HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count);
    let heard = '';
    const hears = (text: RegExp): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (text.test(heard)) resolve();
          else socket.once('data', look);
        };
        look();
      });
    socket.on('data', (text: string) => (heard += text));
    socket.write(requests(6));
    // The three oldest end, and the connection moves on to the fourth.
    await hears(/(?:event: replaced[^]*){3}retry: 5000/);
    expect(speaker.listeners.size).toBe(3);
    speaker.say('hello');
    await hears(/event: said/);
    expect(heard.match(/event: \w+/g)).toEqual([
      'event: replaced',
      'event: replaced',
      'event: replaced',
      'event: said',
    ]);
    socket.destroy();
    await vi.waitFor(() => expect([left, speaker.listeners.size]).toEqual([6, 0]), 10_000);
    const again = await readStream(`http://127.0.0.1:${port}/1`);
    opened.push(again);
    expect(again.status).toBe(200);
  });

  it('is closed when its caller does not read', async () => {
    const left = Promise.withResolvers<void>();
    const speaker = new Speaker(left.resolve);
    const open = await serve({ speaker, limits: { maxWaiting: 1024 } });
    await open(1);
    // More than the connection can buffer.
    const text = 'x'.repeat(1_000_000);
    for (let said = 0; said < 40 && speaker.listeners.size > 0; said += 1) speaker.say(text);
    await left.promise;
    expect(speaker.listeners.size).toBe(0);
  });
});
