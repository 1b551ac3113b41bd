import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitReading, limitRequestTime } from './request-timeout.ts';

const server = createServer((req, res) => {
  limitRequestTime(req, 20);
  if (req.url === '/longer') limitRequestTime(req, 60_000);
  req.resume().once('end', () => res.end('whole'));
  req.once('error', () => res.destroy());
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Sends half of a body, the rest after `restMs`, and returns everything received until the connection closed. */
const answerTo = (path: string, restMs?: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nRe`;
    let received = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(head));
    if (restMs !== undefined) setTimeout(() => socket.write('x.'), restMs);
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.once('close', () => resolve(received));
    socket.once('error', reject);
  });

describe('a body', () => {
  it('that is incomplete after the timeout is disconnected', async () => {
    expect(await answerTo('/')).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('with a longer timeout may arrive later', async () => {
    expect(await answerTo('/longer', 60)).toMatch(/^HTTP\/1\.1 200 .*whole/s);
  });
});

describe('an answer', () => {
  // More than the buffers between the two hold.
  const large = Buffer.alloc(32_000_000);
  const sender = createServer((_req, res) => {
    sender.emit('answering', res);
    limitReading(res, 600);
    res.end(large);
  });
  beforeAll(() => new Promise<void>((resolve) => sender.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => sender.close(resolve)));

  /** Sends a request, reads as `read` does, and returns whether the whole answer was read. */
  const ask = (read: (socket: Socket) => void): Promise<boolean> =>
    new Promise((resolve, reject) => {
      sender.once('answering', (res: ServerResponse) => {
        res.once('close', () => {
          socket.destroy();
          resolve(res.writableFinished);
        });
      });
      const { port } = sender.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
      socket.once('error', reject);
      read(socket);
    });

  it('that is not read is aborted', async () => {
    expect(await ask((socket) => socket.pause())).toBe(false);
  });

  it('that is read slowly, but steadily, is sent to its end', async () => {
    const slow = (socket: Socket): void => {
      socket.on('data', () => {
        socket.pause();
        setTimeout(() => socket.resume(), 2);
      });
    };
    expect(await ask(slow)).toBe(true);
  });
});
