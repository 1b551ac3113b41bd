import { expect, test } from 'vitest';
import { listAddress, shownFrom } from './list-address.ts';

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

test('a record that stands in a list now and then goes back to it, else to where its kind is at home', () => {
  const report = '/admin/reports?date_from=2026-11-14';
  expect(listAddress({ list: report }, '/admin/reports', '/admin')).toBe(report);
  expect(listAddress({ list: '/admin/clients' }, '/admin/reports', '/admin')).toBe('/admin');
  expect(listAddress(null, '/admin/reports', '/admin')).toBe('/admin');
});

test.each([
  [null, 10],
  ['', 10],
  ['0', 10],
  ['10', 10],
  ['25', 30],
  ['-20', 10],
  ['many', 10],
  ['all', Infinity],
])('an address with shown=%s shows %s rows of a list with pages of 10', (text, count) => {
  expect(shownFrom(text, 10)).toBe(count);
});
