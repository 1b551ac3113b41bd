import { describe, expect, it } from 'vitest';
import { decide, homeOf, landingAfterSignIn, signInFor, type Access } from './guard.ts';

const practice: Access = { roles: ['admin', 'staff'] };
const person = (role: 'customer' | 'staff' | 'admin' | 'superadmin') => ({
  role,
  tenantId: role === 'superadmin' ? null : 1,
});

describe('a visitor who is not signed in', () => {
  it.each([
    ['/admin/clients', '/login'],
    ['/superadmin', '/login'],
    ['/cp/animals', '/cp/login'],
    ['/cp', '/cp/login'],
    ['/cpanel', '/login'],
  ])('is sent from %s to %s', (path, to) => {
    expect(decide(null, path, practice)).toEqual({ kind: 'sign-in', to });
    expect(signInFor(path)).toBe(to);
  });
});

describe('a list of roles', () => {
  it.each(['staff', 'admin'] as const)('lets %s in and has the session validated', (role) => {
    expect(decide(person(role), '/admin', practice)).toEqual({ kind: 'enter', validate: true });
  });

  it('admits only the listed roles: a superadmin is sent home', () => {
    expect(decide(person('superadmin'), '/admin', practice)).toEqual({ kind: 'home', to: '/superadmin' });
  });

  it('sends customers home', () => {
    expect(decide(person('customer'), '/admin', practice)).toEqual({ kind: 'home', to: '/cp' });
  });
});

describe('a single role', () => {
  it('lets its own level and higher ones in', () => {
    expect(decide(person('admin'), '/x', { roles: 'staff' }).kind).toBe('enter');
    expect(decide(person('admin'), '/x', { roles: 'admin' }).kind).toBe('enter');
    expect(decide(person('superadmin'), '/x', { roles: 'admin' }).kind).toBe('enter');
    expect(decide(person('staff'), '/x', { roles: 'admin' })).toEqual({ kind: 'home', to: '/admin' });
  });

  it('admits a superadmin only where that role is named', () => {
    expect(decide(person('admin'), '/superadmin', { roles: 'superadmin' }).kind).toBe('home');
    expect(decide(person('superadmin'), '/superadmin', { roles: 'superadmin' })).toEqual({
      kind: 'enter',
      validate: false,
    });
  });
});

describe('no role at all', () => {
  it('admits all roles but customers', () => {
    expect(decide(person('staff'), '/x', {}).kind).toBe('enter');
    expect(decide(person('superadmin'), '/x', {}).kind).toBe('enter');
    expect(decide(person('customer'), '/x', {})).toEqual({ kind: 'home', to: '/cp' });
  });
});

describe('a route for customers', () => {
  const portal: Access = { roles: 'customer', customers: true };

  it('opens without validating the session by the practice’s record', () => {
    expect(decide(person('customer'), '/cp', portal)).toEqual({ kind: 'enter', validate: false });
  });

  it('must allow them explicitly', () => {
    expect(decide(person('customer'), '/cp', { roles: 'customer' }).kind).toBe('home');
  });

  it('sends staff home', () => {
    expect(decide(person('staff'), '/cp', portal)).toEqual({ kind: 'home', to: '/admin' });
  });
});

it('knows the home of every role', () => {
  expect(['superadmin', 'admin', 'staff', 'customer', 'stranger'].map(homeOf)).toEqual([
    '/superadmin',
    '/admin',
    '/admin',
    '/cp',
    '/login',
  ]);
});

describe('after signing in', () => {
  it('opens the page that the person wanted to open', () => {
    expect(landingAfterSignIn('staff', '/admin/client/3?tab=files')).toBe('/admin/client/3?tab=files');
  });

  it('opens the home of their role if they wanted no page', () => {
    expect(landingAfterSignIn('staff', null)).toBe('/admin');
    expect(landingAfterSignIn('superadmin', null)).toBe('/superadmin');
    expect(landingAfterSignIn('customer', null)).toBe('/portal');
  });

  it('never opens another site', () => {
    expect(landingAfterSignIn('admin', '//evil.example')).toBe('/admin');
    expect(landingAfterSignIn('admin', 'https://evil.example')).toBe('/admin');
  });
});
