import { expect, it } from 'vitest';
import { absolute, paths, tenantIn, withTenant } from './paths.ts';

it('builds every address', () => {
  expect([
    paths.login,
    paths.dashboard,
    paths.booking(12),
    paths.bookingCreate(),
    paths.clients,
    paths.client(3),
    paths.animals,
    paths.animal(4),
    paths.subscription,
    paths.superadmin,
    paths.installation,
    paths.securityLog,
    paths.customerHome,
    paths.portal,
    paths.portalLogin,
  ]).toEqual([
    '/login',
    '/admin',
    '/admin/booking/12',
    '/admin/booking/create',
    '/admin/clients',
    '/admin/client/3',
    '/admin/animals',
    '/admin/animal/4',
    '/admin/subscription',
    '/superadmin',
    '/superadmin/installation',
    '/superadmin/security',
    '/cp',
    '/portal',
    '/cp/login',
  ]);
});

it('keeps the list behind an open conversation', () => {
  expect(paths.messages()).toBe('/admin/messages');
  expect(paths.messages({ client: 3, show: 'mine', q: 'ann' })).toBe(
    '/admin/messages?client=3&show=mine&q=ann',
  );
});

it('puts chosen values into the query and omits the others', () => {
  expect(paths.bookingCreate({ client_id: 3, animal_id: null })).toBe('/admin/booking/create?client_id=3');
  expect(paths.bookingCreate({ client_id: 3, animal_id: 4, date: '2026-11-21' })).toBe(
    '/admin/booking/create?client_id=3&animal_id=4&date=2026-11-21',
  );
});

it('keeps an odd id inside its segment', () => {
  expect(paths.client('../x?y')).toBe('/admin/client/..%2Fx%3Fy');
});

it('adds the base for the browser itself', () => {
  expect(absolute(paths.login)).toBe('/app/login');
});

it('reads the practice in a portal address', () => {
  expect(tenantIn('?tenant=12&q=luna')).toBe('12');
  for (const search of ['', '?tenant=', '?tenant=willow', '?tenant=0', '?tenant=-1', '?tenant=1.5']) {
    expect(tenantIn(search)).toBeNull();
  }
});

it('sets the practice in the address, replacing another', () => {
  expect(withTenant(paths.pets, 3)).toBe('/cp/animals?tenant=3');
  expect(withTenant('/cp/animals?q=luna&tenant=2', '3')).toBe('/cp/animals?q=luna&tenant=3');
  expect(withTenant(paths.pets, null)).toBe('/cp/animals');
});
