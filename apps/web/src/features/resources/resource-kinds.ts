import type { ResourceKind } from '@burrow/contracts/resource-limits';

/** What each kind of resource is called. */
export const kindNames: Readonly<Record<ResourceKind, string>> = {
  room: 'Room',
  equipment: 'Equipment',
  kennel: 'Kennel',
};

export const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value, label }));
