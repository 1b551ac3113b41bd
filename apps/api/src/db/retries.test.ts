import { describe, expect, it } from 'vitest';
import { withRetries } from './retries.ts';

let retries = 0;
const database = { noteRetry: () => void (retries += 1) };
const deadlock = (): Error => Object.assign(new Error('deadlock detected'), { code: '40P01' });

/** Work that loses a race the first `losses` times; returns how often it ran. */
async function doneAfter(losses: number): Promise<number> {
  let times = 0;
  await withRetries(database, async () => {
    times += 1;
    if (times <= losses) throw deadlock();
  });
  return times;
}

describe('a transaction that lost a race', () => {
  it('is retried twice, and counted', async () => {
    retries = 0;
    expect([await doneAfter(0), await doneAfter(1), await doneAfter(2)]).toEqual([1, 2, 3]);
    expect(retries).toBe(3);
  });

  it('is answered as busy when it lost each time', async () => {
    await expect(doneAfter(3)).rejects.toMatchObject({ code: 'unavailable', cause: { code: '40P01' } });
  });

  it('is not retried after any other error', async () => {
    let times = 0;
    const failing = withRetries(database, async () => {
      times += 1;
      throw new Error('wrong');
    });
    await expect(failing).rejects.toThrow('wrong');
    expect(times).toBe(1);
  });
});
