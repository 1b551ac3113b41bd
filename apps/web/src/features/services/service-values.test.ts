import { actionNamed } from '@burrow/contracts/actions';
import { expect, it } from 'vitest';
import { fieldRules } from '../../../contract.ts';
import { problemsIn } from '../../lib/form-problems.ts';
import { emptyService, serviceErrors, serviceInput, valuesOfService } from './service-values.ts';

const rules = fieldRules(actionNamed('booking_type_insert'));

it('sends what is empty as cleared', () => {
  expect(serviceInput({ ...emptyService, name: ' Groom ', base_price: '45' })).toEqual({
    name: 'Groom',
    description: null,
    base_price: '45',
    duration_minutes: 60,
    color: null,
    online: true,
  });
});

it('reads a service back', () => {
  const values = { ...emptyService, name: 'Groom', base_price: '45.00', color: '#3f7d5c', online: false };
  const service = { id: 1, retired: '0' as const, ...serviceInput(values), online: '0' as const };
  expect(valuesOfService(service)).toEqual(values);
});

it.each([
  [{ name: ' ' }, 'name'],
  [{ base_price: '' }, 'base_price'],
  [{ base_price: '-1' }, 'base_price'],
  [{ base_price: '1.234' }, 'base_price'],
  [{ duration_minutes: '20' }, 'duration_minutes'],
  [{ duration_minutes: '0' }, 'duration_minutes'],
  [{ duration_minutes: '1455' }, 'duration_minutes'],
])('finds what is wrong with %j', (columns, field) => {
  const values = { ...emptyService, name: 'Groom', base_price: '45', ...columns };
  expect(Object.keys(problemsIn(values, rules, serviceErrors(values)))).toEqual([field]);
});
