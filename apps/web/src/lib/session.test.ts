import { describe, expect, it } from 'vitest';
import {
  afterExpiry,
  parseSession,
  sessionFromSignIn,
  switchedTo,
  type Session,
  type SignIn,
} from './session.ts';

const signIn: SignIn = {
  api_key: 'k1',
  user_id: 5,
  tenant_id: 1,
  client_id: null,
  role: 'admin',
  tenant_name: 'Willow Vets',
  available_tenants: [
    {
      tenant_id: 1,
      tenant_name: 'Willow Vets',
      tenant_subdomain: 'willow',
      user_id: 5,
      api_key: 'k1',
      role: 'admin',
    },
    {
      tenant_id: 2,
      tenant_name: 'Clover Grooming',
      tenant_subdomain: 'clover',
      user_id: 9,
      api_key: 'k2',
      role: 'staff',
    },
  ],
};

const stored = {
  apiKey: 'k1',
  userId: 5,
  tenantId: 1,
  role: 'admin',
  tenantName: 'Willow Vets',
  availableTenants: [
    {
      tenantId: 1,
      tenantName: 'Willow Vets',
      tenantSubdomain: 'willow',
      userId: 5,
      apiKey: 'k1',
      role: 'admin',
    },
    {
      tenantId: 2,
      tenantName: 'Clover Grooming',
      tenantSubdomain: 'clover',
      userId: 9,
      apiKey: 'k2',
      role: 'staff',
    },
  ],
};

it('is stored in the documented format', () => {
  expect(sessionFromSignIn(signIn)).toEqual(stored);
  expect(sessionFromSignIn({ ...signIn, client_id: 3 }).clientId).toBe(3);
});

it('switches to another practice: its key and role, no client, the same list', () => {
  const session = { ...sessionFromSignIn(signIn), clientId: 3 };
  const clover = session.availableTenants[1];
  expect(clover).toBeDefined();
  const next = clover && switchedTo(session, clover);
  expect(next).toEqual({
    apiKey: 'k2',
    userId: 9,
    tenantId: 2,
    role: 'staff',
    tenantName: 'Clover Grooming',
    availableTenants: stored.availableTenants,
  });
});

it('leaves a superadmin their own session when support access has ended, and others none', () => {
  const session = sessionFromSignIn(signIn);
  expect(afterExpiry(session)).toBeNull();
  const own = { ...session.availableTenants[0], role: 'superadmin', tenantId: null, apiKey: 'own' } as const;
  const helping = { ...session, availableTenants: [own, { ...own, apiKey: session.apiKey, tenantId: 3 }] };
  const left = afterExpiry(helping as Session);
  expect(left).toMatchObject({ apiKey: 'own', role: 'superadmin', tenantId: null });
  expect(left?.availableTenants.map(({ apiKey }) => apiKey)).toEqual(['own']);
});

describe('reading the storage', () => {
  it('returns the stored session', () => {
    expect(parseSession(JSON.stringify(stored))).toEqual(stored);
  });

  it.each([
    [null],
    ['not json'],
    ['null'],
    ['[]'],
    [JSON.stringify({ ...stored, apiKey: '' })],
    [JSON.stringify({ ...stored, role: 'owner' })],
    [JSON.stringify({ ...stored, availableTenants: undefined })],
  ])('takes %s for signed out', (text) => {
    expect(parseSession(text)).toBeNull();
  });
});
