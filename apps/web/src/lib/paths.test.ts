import { expect, it } from 'vitest';
import { absolute, paths } from './paths.ts';

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
    '/cp',
    '/portal',
    '/cp/login',
  ]);
});

it('puts what is chosen into the query and leaves the rest out', () => {
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
