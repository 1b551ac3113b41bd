import { expect, it } from 'vitest';
import type { AvailableTenant, Session } from '../../lib/session.ts';
import { isHelpingOut } from './support-access.ts';

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

it('is recognised for a superadmin in a practice', () => {
  expect(isHelpingOut(session(3, [entry('superadmin', null), entry('admin', 3)]))).toBe(true);
});

it('is not assumed for a superadmin’s own session or a practice’s staff', () => {
  expect(isHelpingOut(session(null, [entry('superadmin', null)]))).toBe(false);
  expect(isHelpingOut(session(3, [entry('admin', 3), entry('staff', 4)]))).toBe(false);
});
