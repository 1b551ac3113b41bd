import { describe, expect, it } from 'vitest';
import type { Session } from '../../lib/session.ts';
import { supportSession } from './support-session.ts';

const own: Session = {
  apiKey: 'root-key',
  userId: 1,
  tenantId: null,
  role: 'superadmin',
  tenantName: 'Burrow',
  availableTenants: [
    {
      tenantId: null,
      tenantName: 'Burrow',
      tenantSubdomain: null,
      userId: 1,
      apiKey: 'root-key',
      role: 'superadmin',
    },
  ],
};
const access = {
  api_key: 'support-key',
  user_id: 9,
  practice_id: 4,
  tenant_name: 'Willow',
  tenant_subdomain: 'willow',
  support_until: '2026-01-14T10:00:00.000Z',
};

describe('support access', () => {
  it('is a session in the practice from which switching leads back', () => {
    const session = supportSession(own, access);
    expect(session).toMatchObject({ apiKey: 'support-key', userId: 9, tenantId: 4, role: 'admin' });
    expect(session.availableTenants.map(({ apiKey }) => apiKey)).toEqual(['root-key', 'support-key']);
  });

  it('replaces an earlier one to the same practice', () => {
    const before = supportSession(own, { ...access, api_key: 'older-key' });
    const back = { ...own, availableTenants: before.availableTenants };
    const keys = supportSession(back, access).availableTenants.map(({ apiKey }) => apiKey);
    expect(keys).toEqual(['root-key', 'support-key']);
  });
});
