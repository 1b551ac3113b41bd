import { expect, it } from 'vitest';
import type { AvailableTenant, Session } from '../../lib/session.ts';
import { supportHome } from './support-access.ts';

const entry = (role: AvailableTenant['role'], tenantId: number | null): AvailableTenant => ({
  tenantId,
  tenantName: 'Somewhere',
  tenantSubdomain: null,
  userId: 1,
  apiKey: `key-${role}`,
  role,
});

const session = (tenantId: number | null, availableTenants: AvailableTenant[]): Session => ({
  apiKey: 'key',
  userId: 1,
  tenantId,
  role: tenantId === null ? 'superadmin' : 'admin',
  tenantName: 'Somewhere',
  availableTenants,
});

it('is the superadmin’s own entry while they are in a practice', () => {
  const own = entry('superadmin', null);
  expect(supportHome(session(3, [own, entry('admin', 3)]))).toBe(own);
});

it('is nothing for a superadmin at home and for a practice’s own people', () => {
  expect(supportHome(session(null, [entry('superadmin', null)]))).toBeNull();
  expect(supportHome(session(3, [entry('admin', 3), entry('staff', 4)]))).toBeNull();
});
