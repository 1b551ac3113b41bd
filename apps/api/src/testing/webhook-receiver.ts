import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export interface Received {
  headers: Readonly<Record<string, string>>;
  body: string;
  payload: {
    id: string;
    type: string;
    occurred_at: string;
    tenant_id: number;
    data: Record<string, unknown>;
  };
}

type Answer = (res: ServerResponse, received: Received) => void;

export interface WebhookReceiver {
  /** A different address of it for each name, all answered alike. */
  url(name?: string): string;
  /** The received requests, in order. */
  readonly received: Received[];
  /** Its answer from now on; 204 by default. Reset for each test. */
  answer: Answer;
}

/** An integrator's receiver of webhooks, for a test file. */
export function useWebhookReceiver(): WebhookReceiver {
  const server = createServer((req, res) => {
    void readBody(req).then((body) => {
      const headers = req.headers as Record<string, string>;
      const one = { headers, body, payload: JSON.parse(body) as Received['payload'] };
      receiver.received.push(one);
      receiver.answer(res, one);
    });
  });
  const well: Answer = (res) => res.writeHead(204).end();
  const receiver: WebhookReceiver = {
    url: (name = '') => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    received: [],
    answer: well,
  };
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = well;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return receiver;
}

async function readBody(req: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of req as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** Whether a request was signed with a secret within the last five minutes, by the steps of docs/api.md. */
export function isSigned({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',', 2);
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
