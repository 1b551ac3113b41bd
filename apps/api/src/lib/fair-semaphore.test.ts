import { describe, expect, it } from 'vitest';
import { FairSemaphore } from './fair-semaphore.ts';

/** Takes places in sequence and returns the order in which they were given. */
async function orderOf(places: FairSemaphore, keys: readonly string[]): Promise<string[]> {
  const order: string[] = [];
  const release = await places.take('first');
  const waiting = keys.map(async (quotaKey) => {
    const done = await places.take(quotaKey[0] ?? '');
    order.push(quotaKey);
    done();
  });
  release();
  await Promise.all(waiting);
  return order;
}

describe('a fair semaphore', () => {
  it('has a fixed number of places, and serves a quota key in order of arrival', async () => {
    const places = new FairSemaphore(2, 10_000);
    const order: string[] = [];
    const [first, second] = [await places.take('p'), await places.take('p')];
    const waiting = ['a', 'b'].map(async (name) => {
      const release = await places.take('p');
      order.push(name);
      return release;
    });
    expect(order).toEqual([]);
    first();
    // A second release has no effect.
    first();
    (await waiting[0])?.();
    await waiting[1];
    second();
    expect(order).toEqual(['a', 'b']);
  });

  it('alternates between quota keys', async () => {
    const order = await orderOf(new FairSemaphore(1, 10_000), ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('serves the member of a party whose last turn is longest ago', async () => {
    const places = new FairSemaphore(1, 10_000);
    const order: string[] = [];
    const release = await places.take('p', 'busy');
    const take = async (member: string, name: string) => {
      const done = await places.take('p', member);
      order.push(name);
      done();
    };
    const waiting = [
      take('busy', 'busy 1'),
      take('busy', 'busy 2'),
      take('new', 'new 1'),
      take('new', 'new 2'),
    ];
    release();
    await Promise.all(waiting);
    expect(order).toEqual(['new 1', 'busy 1', 'new 2', 'busy 2']);
  });

  it('refuses a caller who has waited too long, and forgets them', async () => {
    const places = new FairSemaphore(1, 20);
    const release = await places.take('a');
    await expect(places.take('b')).rejects.toMatchObject({ code: 'unavailable' });
    release();
    (await places.take('c'))();
  });

  it('limits how many of a quota key may wait, without affecting another', async () => {
    const places = new FairSemaphore(1, 10_000, 1);
    const release = await places.take('a');
    const waiting = places.take('a');
    await expect(places.take('a')).rejects.toMatchObject({ code: 'rate_limited' });
    const other = places.take('b');
    release();
    (await waiting)();
    (await other)();
    expect(await orderOf(places, ['a1'])).toEqual(['a1']);
  });
});
