import { expect, it } from 'vitest';
import { lacksResource, servicesNeedingOnly } from './only-choice.ts';

const resources = [
  { id: 1, retired: '0' as const },
  { id: 2, retired: '0' as const },
  { id: 3, retired: '1' as const },
];
const service = (needs: number[][], retired: '0' | '1' = '0') => ({ needs, retired });

it('finds a service whose need only archived resources would meet', () => {
  expect(lacksResource(service([]), resources)).toBe(false);
  expect(lacksResource(service([[1, 3], [2]]), resources)).toBe(false);
  expect(lacksResource(service([[1], [3]]), resources)).toBe(true);
});

it('finds the active services that need only this resource', () => {
  const services = [
    service([[1]]),
    service([[1, 2]]),
    service([[2], [1, 3]]),
    service([[1]], '1'),
    // This service already has an unmet need.
    service([[1], [3]]),
  ];
  const found = servicesNeedingOnly({ id: 1, retired: '0' }, services, resources);
  expect(found.map((one) => services.indexOf(one))).toEqual([0, 2]);
});
