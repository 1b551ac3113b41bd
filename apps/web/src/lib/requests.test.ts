import { describe, expect, it } from 'vitest';
import { createRequests } from './requests.ts';

/** A server that answers on demand and records the keys it was sent. */
function fakeServer() {
  const keys: string[] = [];
  const waiting: { answer: (text: string) => void; fail: () => void }[] = [];
  return {
    keys,
    send: (key: string) => {
      keys.push(key);
      return new Promise<string>((resolve, reject) =>
        waiting.push({ answer: resolve, fail: () => reject(new Error('No answer')) }),
      );
    },
    answer: (text: string) => waiting.shift()?.answer(text),
    fail: () => waiting.shift()?.fail(),
  };
}

describe('a request', () => {
  it('is sent once when made twice at once, and both callers get its answer', async () => {
    const server = fakeServer();
    const requests = createRequests();
    const both = [1, 2].map(() => requests.once({ name: 'Rex' }, server.send));
    server.answer('made');
    expect(await Promise.all(both)).toEqual(['made', 'made']);
    expect(server.keys).toHaveLength(1);
    expect(server.keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is not sent again between its answer and the moment the screen shows it', async () => {
    const server = fakeServer();
    const requests = createRequests();
    const first = requests.once({ name: 'Rex' }, server.send);
    server.answer('made');
    await first;
    expect(await requests.once({ name: 'Rex' }, server.send)).toBe('made');
    requests.shown();
    void requests.once({ name: 'Rex' }, server.send);
    expect(new Set(server.keys).size).toBe(2);
  });

  it('keeps its key after a failure, and gets a new one after another request', async () => {
    const server = fakeServer();
    const requests = createRequests();
    const first = requests.once(undefined, server.send);
    server.fail();
    await expect(first).rejects.toThrow('No answer');
    requests.shown();
    const second = requests.once(undefined, server.send);
    expect(server.keys[1]).toBe(server.keys[0]);
    server.fail();
    await expect(second).rejects.toThrow('No answer');
    void requests.once({ name: 'Max' }, server.send);
    void requests.once(undefined, server.send);
    expect(new Set(server.keys).size).toBe(3);
  });

  it('keeps its key while another request is in flight', async () => {
    const server = fakeServer();
    const requests = createRequests();
    const rex = requests.once({ name: 'Rex' }, server.send);
    void requests.once({ name: 'Max' }, server.send);
    const again = requests.once({ name: 'Rex' }, server.send);
    server.answer('made');
    expect(await Promise.all([rex, again])).toEqual(['made', 'made']);
    expect(server.keys).toHaveLength(2);
  });
});
