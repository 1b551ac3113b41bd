import { describe, expect, it } from 'vitest';
import { createRequestKeys } from './request-keys.ts';

describe('the key of a request', () => {
  it('is the same when it is sent again after a failure', () => {
    const keys = createRequestKeys();
    const key = keys.keyOf({ name: 'Rex' });
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.keyOf({ name: 'Rex' })).toBe(key);
  });

  it('is another one for another input, after a success, and elsewhere', () => {
    const keys = createRequestKeys();
    const first = keys.keyOf({ name: 'Rex' });
    const second = keys.keyOf({ name: 'Max' });
    expect(second).not.toBe(first);
    keys.succeeded(first);
    expect(keys.keyOf({ name: 'Max' })).toBe(second);
    keys.succeeded(second);
    expect(keys.keyOf({ name: 'Max' })).not.toBe(second);
    expect(createRequestKeys().keyOf({ name: 'Max' })).not.toBe(keys.keyOf({ name: 'Max' }));
  });

  it('is there for a request that says nothing', () => {
    const keys = createRequestKeys();
    expect(keys.keyOf(undefined)).toBe(keys.keyOf(undefined));
  });
});
