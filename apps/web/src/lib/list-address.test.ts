import { expect, test } from 'vitest';
import { listAddress } from './list-address.ts';

test('Back finds the search that a record was opened from', () => {
  expect(listAddress({ list: '/admin/clients?q=smith' }, '/admin/clients')).toBe('/admin/clients?q=smith');
  expect(listAddress({ list: '/admin/clients' }, '/admin/clients')).toBe('/admin/clients');
});

test('without a list, or with one of another kind, Back goes to the plain list', () => {
  for (const state of [
    null,
    undefined,
    'x',
    {},
    { list: 4 },
    { list: '/admin/animals?q=rex' },
    { list: '//evil' },
  ]) {
    expect(listAddress(state, '/admin/clients')).toBe('/admin/clients');
  }
});
