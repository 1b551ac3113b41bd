import { expect, it } from 'vitest';
import { draftOfService, emptyService, serviceErrors, serviceInput } from './service-draft.ts';

it('sends what is empty as cleared', () => {
  expect(serviceInput({ ...emptyService, name: ' Groom ', price: '45' })).toEqual({
    name: 'Groom',
    description: null,
    base_price: '45',
    duration_minutes: 60,
    color: null,
    online: true,
  });
});

it('reads a service back', () => {
  const draft = { ...emptyService, name: 'Groom', price: '45.00', colour: '#3f7d5c', online: false };
  const service = { id: 1, retired: '0' as const, ...serviceInput(draft), online: '0' as const };
  expect(draftOfService(service)).toEqual(draft);
});

it.each([
  [{ name: ' ' }, 'name'],
  [{ price: '' }, 'price'],
  [{ price: '-1' }, 'price'],
  [{ price: '1.234' }, 'price'],
  [{ minutes: '20' }, 'minutes'],
  [{ minutes: '0' }, 'minutes'],
  [{ minutes: '1455' }, 'minutes'],
])('finds what is wrong with %j', (columns, field) => {
  const draft = { ...emptyService, name: 'Groom', price: '45', ...columns };
  expect(Object.keys(serviceErrors(draft))).toEqual([field]);
});
