import { scopes, type Scope, type ScopeResource } from '@burrow/contracts/scopes';

/** The areas of a key's permissions, in words and in the order of the form. */
export const resources: Readonly<Record<ScopeResource, { label: string; hint: string }>> = {
  appointments: { label: 'Appointments', hint: 'With notes, requests and notifications' },
  clients: { label: 'Clients', hint: 'Names, addresses, phone numbers' },
  animals: { label: 'Animals', hint: 'With allergies, notes and weights' },
  records: { label: 'Health records', hint: 'With vaccinations and prescriptions' },
  files: { label: 'Files', hint: 'Pictures and documents' },
  services: { label: 'Services', hint: 'With prices and free times' },
  payments: { label: 'Payments', hint: 'Payments, refunds, invoices' },
  messages: { label: 'Messages', hint: 'Texts and emails to clients' },
  reports: { label: 'Reports', hint: 'Figures for the whole practice' },
  practice: { label: 'Practice', hint: 'Settings, holidays, team, custom fields' },
};

export const resourceNames = Object.keys(resources) as ScopeResource[];

/** The scope for reading or writing an area; null if it does not exist, such as for writing reports. */
export const scopeFor = (resource: ScopeResource, access: 'read' | 'write'): Scope | null =>
  scopes.find((scope) => scope === `${resource}:${access}`) ?? null;

/** Presets for common programs. */
export const presets: readonly { label: string; scopes: readonly Scope[] }[] = [
  { label: 'Read only', scopes: scopes.filter((scope) => scope.endsWith(':read')) },
  {
    // A website books for clients without being able to look them up.
    label: 'Website bookings',
    scopes: ['services:read', 'practice:read', 'appointments:write', 'clients:write', 'animals:write'],
  },
];

/** What a key may do, in words: 'Appointments: read and write'. */
export function scopesInWords(granted: readonly Scope[]): string[] {
  return resourceNames.flatMap((resource) => {
    const kinds = (['read', 'write'] as const).filter((access) =>
      granted.some((scope) => scope === `${resource}:${access}`),
    );
    return kinds.length === 0 ? [] : [`${resources[resource].label}: ${kinds.join(' and ')}`];
  });
}
