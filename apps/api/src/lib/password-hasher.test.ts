import bcrypt from 'bcrypt';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

afterEach(() => vi.restoreAllMocks());

describe('the password hasher', () => {
  it('tells the right password from a wrong one, and accepts none for an unknown person', async () => {
    const passwords = createPasswordHasher(4);
    const hash = await passwords.hash('correct-horse-7');
    expect(bcrypt.getRounds(hash)).toBe(4);
    expect(await passwords.matches('correct-horse-7', hash)).toBe(true);
    expect(await passwords.matches('correct-horse-8', hash)).toBe(false);
    expect(await passwords.matches('correct-horse-7', null)).toBe(false);
    expect(await passwords.matches('nobody-has-this-password', null)).toBe(false);
  });

  it.each([4, 10, 12])('does the same work for an unknown person, at cost %i', async (cost) => {
    const compared = vi.spyOn(bcrypt, 'compare');
    await createPasswordHasher(cost).matches('whatever-it-is', null);
    const against = String(compared.mock.calls[0]?.[1]);
    expect(bcrypt.getRounds(against)).toBe(cost);
    // bcrypt returns at once on an invalid salt; this one is valid.
    const salt = against.slice(0, 29);
    expect(await bcrypt.hash('whatever-it-is', salt)).toHaveLength(against.length);
  });

  it('keeps to its concurrency, so that other work gets the processor', async () => {
    let running = 0;
    let most = 0;
    const real = bcrypt.compare.bind(bcrypt);
    vi.spyOn(bcrypt, 'compare').mockImplementation(async (...given: unknown[]) => {
      most = Math.max(most, (running += 1));
      const same = await real(given[0] as string, given[1] as string);
      running -= 1;
      return same;
    });
    const passwords = createPasswordHasher(4, 2);
    const hash = await passwords.hash('correct-horse-7');
    const tries = Array.from({ length: 20 }, (_, n) =>
      passwords.matches(n % 2 ? 'correct-horse-7' : 'x', hash),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(10);
    expect(most).toBe(2);
  });

  it('reports to callers whose turn does not come in time that it is busy, and continues', async () => {
    let answerSlow: (same: boolean) => void = () => undefined;
    const slow = new Promise<boolean>((resolve) => (answerSlow = resolve));
    vi.spyOn(bcrypt, 'compare').mockImplementationOnce(() => slow);
    const passwords = createPasswordHasher(4, 1, 20);
    const first = passwords.matches('x', '$2b$04$');
    const waiting = Array.from({ length: 50 }, () => passwords.hash('correct-horse-7'));
    const outcomes = await Promise.allSettled(waiting);
    expect(new Set(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code))).toEqual(
      new Set(['unavailable']),
    );
    answerSlow(true);
    expect(await first).toBe(true);
    expect(await passwords.matches('correct-horse-7', await passwords.hash('correct-horse-7'))).toBe(true);
  });

  it('serves one caller of a network at a time, queues two, and keeps places for other networks', async () => {
    const answers: ((same: boolean) => void)[] = [];
    const compared = vi
      .spyOn(bcrypt, 'compare')
      .mockImplementation(() => new Promise<boolean>((resolve) => answers.push(resolve)));
    const passwords = createPasswordHasher(4, 2);
    const from = (turn: string, isKnown = false) => passwords.matches('x', '$2b$04$', { turn, isKnown });
    const crowd = Array.from({ length: 5 }, () => from('203.0.113.1'));
    const refused = await Promise.allSettled(crowd.slice(3));
    expect(refused.map((one) => one.status === 'rejected' && one.reason.code)).toEqual([
      'rate_limited',
      'rate_limited',
    ]);
    const other = from('203.0.113.2');
    await expect.poll(() => compared.mock.calls.length).toBe(2);
    expect(passwords.queue()).toEqual({ running: 2, waiting: 2 });
    const [third, known] = [from('203.0.113.3'), from('device 1', true)];
    answers[1]?.(true);
    expect(await other).toBe(true);
    await expect.poll(() => compared.mock.calls.length).toBe(3);
    const all = Promise.all([...crowd.slice(0, 3), third, known]);
    for (let n = 0; n < 6; n += 1) {
      await expect.poll(() => answers.length).toBeGreaterThan(n);
      answers[n]?.(true);
    }
    expect(await all).toEqual([true, true, true, true, true]);
  });

  it('serves the network whose last turn is longest ago, and counts an IPv6 /48 as one', async () => {
    const answers: (() => void)[] = [];
    vi.spyOn(bcrypt, 'compare').mockImplementation(
      () => new Promise<boolean>((resolve) => answers.push(() => resolve(true))),
    );
    const passwords = createPasswordHasher(4, 1);
    const order: string[] = [];
    const from = async (turn: string) => {
      await passwords.matches('x', '$2b$04$', { turn, isKnown: false });
      order.push(turn);
    };
    const storm = ['2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:1:3::/64'].map(from);
    await expect.poll(() => answers.length).toBe(1);
    const others = ['203.0.113.1', '2001:db8:2:1::/64'].map(from);
    for (let n = 0; n < 5; n += 1) {
      await expect.poll(() => answers.length).toBe(n + 1);
      answers[n]?.();
    }
    await Promise.all([...storm, ...others]);
    expect(order).toEqual([
      '2001:db8:1:1::/64',
      '203.0.113.1',
      '2001:db8:2:1::/64',
      '2001:db8:1:2::/64',
      '2001:db8:1:3::/64',
    ]);
  });

  it('waits for an unknown person as long as recent comparisons took, without using the processor', async () => {
    const passwords = createPasswordHasher(4, 1);
    const hash = await passwords.hash('correct-horse-7');
    for (let n = 0; n < 8; n += 1) await passwords.matches('x', hash);
    const compared = vi.spyOn(bcrypt, 'compare');
    expect(await passwords.matches('x', null)).toBe(false);
    expect(compared).not.toHaveBeenCalled();
  });

  it('continues after an invalid hash', async () => {
    const passwords = createPasswordHasher(4);
    expect(await passwords.matches('x', 'no-hash-at-all')).toBe(false);
    const hash = await passwords.hash('correct-horse-7');
    expect(await passwords.matches('correct-horse-7', hash)).toBe(true);
  });
});
