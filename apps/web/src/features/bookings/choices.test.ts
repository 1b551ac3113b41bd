import { expect, it } from 'vitest';
import { filledBy, serviceOptions, staffOptions } from './choices.ts';

const services = [
  {
    id: 1,
    name: 'Check-up',
    description: null,
    base_price: '45.00',
    duration_minutes: 30,
    color: null,
    online: '1' as const,
    retired: '0' as const,
    before_minutes: 0,
    after_minutes: 0,
    min_notice_hours: 0,
    max_days_ahead: null,
    staff: [],
    needs: [],
  },
];
const staff = [{ id: 2, name: 'Sam Reed', role: 'staff' as const, color: null }];

it('shows people with their role', () => {
  expect(staffOptions(staff)).toEqual([{ value: '2', label: 'Sam Reed (Staff)' }]);
});

it('keeps a service that is no longer offered, once', () => {
  expect(serviceOptions(services, { id: 9, name: 'Full groom' })).toEqual([
    { value: '1', label: 'Check-up' },
    { value: '9', label: 'Full groom (no longer offered)' },
  ]);
  expect(serviceOptions(services, { id: 1, name: 'Check-up' })).toHaveLength(1);
  expect(serviceOptions(services, { id: null, name: null })).toHaveLength(1);
});

it('fills duration and price from the service', () => {
  expect(filledBy(services, '1')).toEqual({ duration_minutes: '30', price: '45.00' });
  expect(filledBy(services, '')).toBeNull();
});
