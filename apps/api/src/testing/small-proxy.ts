import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** As infra/Caddyfile sets it. */
const tryForMs = 10_000;
const tryEveryMs = 250;

/** A proxy in front of several servers. */
export interface RunningProxy {
  url: string;
  stop(): Promise<void>;
}

/**
 * Does what Caddy does with infra/Caddyfile: a new connection for each request, for which it tries the addresses of
 * all servers in rotation, repeatedly for ten seconds. A request that may have been sent is not sent again: it is
 * answered 502. (Caddy would repeat a GET; requests to Burrow are POSTs.)
 */
export async function startSmallProxy(servers: readonly string[]): Promise<RunningProxy> {
  let turn = 0;
  const sendToAny = async (req: IncomingMessage, body: Buffer): Promise<IncomingMessage | undefined> => {
    turn += 1;
    for (let index = 0; index < servers.length; index += 1) {
      const answer = await sendOnce(servers[(turn + index) % servers.length] ?? '', req, body);
      if (answer !== 'not connected') return answer;
    }
    return undefined;
  };
  const pass = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await req.toArray());
    for (const began = performance.now(); performance.now() - began < tryForMs; await pause(tryEveryMs)) {
      const answer = await sendToAny(req, body);
      if (!answer) continue;
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => res.destroy()).pipe(res);
      return;
    }
    throw new Error('no server answers');
  };
  const proxy = createServer((req, res) => {
    pass(req, res).catch(() => res.writeHead(502).end());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: () => {
      proxy.closeAllConnections();
      return new Promise((resolve) => proxy.close(() => resolve()));
    },
  };
}

/** @throws Error when it may have been sent and is not answered */
function sendOnce(
  server: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage | 'not connected'> {
  return new Promise((resolve, reject) => {
    const { 'transfer-encoding': _chunked, ...passed } = headers;
    const sent = request(`${server}${url}`, {
      method,
      headers: { ...passed, connection: 'close', 'content-length': String(body.length) },
      agent: false,
    });
    let isConnected = false;
    sent.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
    sent.on('response', resolve);
    sent.on('error', (error) => (isConnected ? reject(error) : resolve('not connected')));
    sent.end(body);
  });
}
