import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { account, closed, listening, minutesFromNow, payment, useStripe } from './testing/setup.ts';

const api = useStripe();

describe('a webhook', () => {
  const received: { event: string; isSigned: boolean }[] = [];
  let answers: number[] = [];
  let app: Server;

  const read = async (req: IncomingMessage): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };

  beforeEach(async () => {
    received.length = 0;
    answers = [];
    app = createServer((req, res) => {
      void read(req).then((body) => {
        const signature = String(req.headers['stripe-signature']);
        let isSigned = true;
        try {
          api.stripe.webhooks.constructEvent(body, signature, account.webhookSecret);
        } catch {
          isSigned = false;
        }
        received.push({ event: (JSON.parse(body.toString()) as { id: string }).id, isSigned });
        res.writeHead(answers.shift() ?? 200).end();
      });
    });
    api.sandbox.appUrl = await listening(app);
  });
  afterEach(async () => {
    await closed(app);
  });

  it('is signed as the SDK verifies it, and retried until it is accepted', async () => {
    const { id } = await api.stripe.checkout.sessions.create(payment());
    api.sandbox.stripe.webhooks = 'deliver';
    answers = [500];
    api.sandbox.stripe.pay(id);
    await api.sandbox.stripe.delivered();
    const event = api.sandbox.stripe.events[0]?.id ?? '';
    expect(received).toEqual([
      { event, isSigned: true },
      { event, isSigned: true },
    ]);
  });

  it("is duplicated, reordered, or forged at a test's request", async () => {
    for (let count = 0; count < 2; count++) {
      const { id } = await api.stripe.checkout.sessions.create(payment());
      api.sandbox.stripe.pay(id);
    }
    const [first, second] = api.sandbox.stripe.events;
    if (!first || !second) throw new Error('Nothing has happened.');
    expect(await api.sandbox.stripe.deliverHeld({ reversed: true, times: 2 })).toEqual([200, 200, 200, 200]);
    expect(received.map(({ event }) => event)).toEqual([second.id, second.id, first.id, first.id]);
    received.length = 0;
    await api.sandbox.stripe.deliver(first, { timestamp: minutesFromNow(-6) });
    await api.sandbox.stripe.deliver(first, { signature: 't=1,v1=00' });
    expect(received.map(({ isSigned }) => isSigned)).toEqual([false, false]);
    api.sandbox.appUrl = 'http://127.0.0.1:1';
    expect(await api.sandbox.stripe.deliver(first)).toEqual([0]);
  });
});
