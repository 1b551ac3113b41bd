import { expect, it } from 'vitest';
import { quotaKeyOf } from './quota-key.ts';

it('is shared by the clients of a practice, apart from its staff and from other practices', () => {
  const keys = [
    { tenantId: 1, clientId: null },
    { tenantId: 1, clientId: 5 },
    { tenantId: 1, clientId: 6 },
    { tenantId: 2, clientId: 5 },
  ].map(quotaKeyOf);
  expect(keys[1]).toBe(keys[2]);
  expect(new Set(keys).size).toBe(3);
});
