import { describe, expect, it } from 'vitest';
import { Places } from './places.ts';

describe('places', () => {
  it('are as many as they are, and go to those who wait in the order they came', async () => {
    const places = new Places(2, 10_000);
    const order: string[] = [];
    const [first, second] = [await places.take(), await places.take()];
    const waiting = ['a', 'b'].map(async (name) => {
      const release = await places.take();
      order.push(name);
      return release;
    });
    expect(order).toEqual([]);
    first();
    // Given back twice, it counts once.
    first();
    (await waiting[0])?.();
    await waiting[1];
    second();
    expect(order).toEqual(['a', 'b']);
  });

  it('turn away who has waited too long, and forget them', async () => {
    const places = new Places(1, 20);
    const release = await places.take();
    await expect(places.take()).rejects.toMatchObject({ code: 'unavailable' });
    release();
    (await places.take())();
  });
});
