import type { ResourceKind } from '@burrow/contracts/resource-limits';

/** The name of each kind of resource. */
export const kindNames: Readonly<Record<ResourceKind, string>> = {
  room: 'Room',
  equipment: 'Equipment',
  kennel: 'Kennel',
};

export const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value, label }));
