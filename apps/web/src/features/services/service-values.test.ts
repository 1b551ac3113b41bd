import { actionNamed } from '@burrow/contracts/actions';
import { expect, it } from 'vitest';
import { fieldRules } from '../../../contract.ts';
import { problemsIn } from '../../lib/form-problems.ts';
import {
  emptyService,
  serviceChanges,
  serviceErrors,
  serviceInput,
  staffInput,
  valuesOfService,
  type ServiceValues,
} from './service-values.ts';

const rules = fieldRules(actionNamed('booking_type_insert'));

it('sends empty fields as cleared', () => {
  expect(serviceInput({ ...emptyService, name: ' Groom ', base_price: '45', before_minutes: '' })).toEqual({
    name: 'Groom',
    description: null,
    base_price: '45',
    duration_minutes: 60,
    color: null,
    online: true,
    before_minutes: 0,
    after_minutes: 0,
    min_notice_hours: 0,
    max_days_ahead: null,
    self_change: null,
    cancel_free_hours: null,
    cancel_keep: null,
    cancel_keep_value: null,
    no_show_keep: null,
    no_show_keep_value: null,
    move_limit: null,
    move_notice_hours: null,
  });
});

it('restores a stored service', () => {
  const values: ServiceValues = {
    ...emptyService,
    name: 'Groom',
    base_price: '45.00',
    color: '#3f7d5c',
    online: false,
    provided_by: 'chosen',
    staff: [
      { user_id: 3, duration_minutes: '45', price: '50.00' },
      { user_id: 4, duration_minutes: '', price: '' },
    ],
    needs: [[1, 2]],
    after_minutes: '15',
    max_days_ahead: '90',
    self_change: 'request',
    cancel_free_hours: '48',
    cancel_keep: 'percent',
    cancel_keep_value: '50',
  };
  const service = {
    id: 1,
    retired: '0' as const,
    ...serviceInput(values),
    online: '0' as const,
    staff: staffInput(values),
    needs: [[1, 2]],
    keep_warning: null,
  };
  expect(valuesOfService(service)).toEqual(values);
});

it('sends what was edited of a service, and a rule with its value', () => {
  const before: ServiceValues = {
    ...emptyService,
    name: 'Groom',
    base_price: '45.00',
    cancel_keep: 'sum',
    cancel_keep_value: '10.00',
  };
  const changes = (edit: Partial<ServiceValues>) => serviceChanges(before, { ...before, ...edit });
  expect(changes({})).toEqual({});
  expect(changes({ description: 'With a bath', max_days_ahead: '30' })).toEqual({
    description: 'With a bath',
    max_days_ahead: 30,
  });
  expect(changes({ cancel_keep_value: '12' })).toEqual({ cancel_keep: 'sum', cancel_keep_value: '12' });
  expect(changes({ cancel_keep: 'percent' })).toEqual({ cancel_keep: 'percent', cancel_keep_value: '10.00' });
  expect(changes({ cancel_keep: '', base_price: '50' })).toEqual({
    cancel_keep: null,
    cancel_keep_value: null,
    base_price: '50',
  });
});

it('sends no people for everyone', () => {
  const staff = [{ user_id: 3, duration_minutes: '', price: '' }];
  expect(staffInput({ ...emptyService, provided_by: 'chosen', staff })).toHaveLength(1);
  expect(staffInput({ ...emptyService, provided_by: 'everyone', staff })).toEqual([]);
});

it.each([
  [{ name: ' ' }, 'name'],
  [{ base_price: '' }, 'base_price'],
  [{ base_price: '-1' }, 'base_price'],
  [{ base_price: '1.234' }, 'base_price'],
  [{ duration_minutes: '20' }, 'duration_minutes'],
  [{ duration_minutes: '0' }, 'duration_minutes'],
  [{ duration_minutes: '1455' }, 'duration_minutes'],
  [{ before_minutes: '241' }, 'before_minutes'],
  [{ after_minutes: '-5' }, 'after_minutes'],
  [{ min_notice_hours: '1.5' }, 'min_notice_hours'],
  [{ max_days_ahead: '731' }, 'max_days_ahead'],
  [{ provided_by: 'chosen' as const }, 'staff'],
  [{ provided_by: 'chosen' as const, staff: [{ user_id: 1, duration_minutes: '20', price: '' }] }, 'staff'],
  [{ provided_by: 'chosen' as const, staff: [{ user_id: 1, duration_minutes: '', price: '-1' }] }, 'staff'],
])('finds what is wrong with %j', (columns, field) => {
  const values = { ...emptyService, name: 'Groom', base_price: '45', ...columns };
  expect(Object.keys(problemsIn(values, rules, serviceErrors(values)))).toEqual([field]);
});
