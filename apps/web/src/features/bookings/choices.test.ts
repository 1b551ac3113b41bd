import { expect, it } from 'vitest';
import {
  acceptingStaffOptions,
  filledBy,
  isPriceOfPerson,
  longestMinutes,
  refilledBy,
  serviceOptions,
  staffOptions,
} from './choices.ts';

const consultation = {
  id: 1,
  name: 'Consultation',
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
  self_change: null,
  cancel_free_hours: null,
  cancel_keep: null,
  cancel_keep_value: null,
  no_show_keep: null,
  no_show_keep_value: null,
  move_limit: null,
  move_notice_hours: null,
  keep_warning: null,
  staff: [{ user_id: 2, duration_minutes: 45, price: null }],
  needs: [],
};
const services = [consultation];
const staff = [{ id: 2, name: 'Sam Reed', role: 'staff' as const, color: null }];

it('shows people with their role', () => {
  expect(staffOptions(staff)).toEqual([{ value: '2', label: 'Sam Reed (Staff)' }]);
});

it('keeps a service that is no longer offered, once', () => {
  expect(serviceOptions(services, { id: 9, name: 'Full groom' })).toEqual([
    { value: '1', label: 'Consultation' },
    { value: '9', label: 'Full groom (no longer offered)' },
  ]);
  expect(serviceOptions(services, { id: 1, name: 'Consultation' })).toHaveLength(1);
  expect(serviceOptions(services, { id: null, name: null })).toHaveLength(1);
});

it('keeps the person of a request who takes no more appointments', () => {
  expect(acceptingStaffOptions(staff, [2], { id: 7, name: 'Jo Vale' })).toEqual([
    { value: '2', label: 'Sam Reed – free' },
    { value: '7', label: 'Jo Vale (no longer offered)' },
  ]);
});

it('fills duration and price from the service, as the person provides it', () => {
  expect(filledBy(services, '1', '')).toEqual({ duration_minutes: '30', price: '45.00' });
  expect(filledBy(services, '1', '2')).toEqual({ duration_minutes: '45', price: '45.00' });
  expect(filledBy(services, '', '2')).toBeNull();
});

it('knows how long an appointment can take, with a person or with anyone who provides the service', () => {
  const usual = { user_id: 3, duration_minutes: null, price: null };
  const shorter = { user_id: 2, duration_minutes: 15, price: null };
  const all = [
    { ...consultation, id: 2, staff: [...consultation.staff, usual] },
    { ...consultation, id: 3, staff: [shorter] },
    { ...consultation, id: 4, staff: [] },
  ];
  expect([2, 3, null].map((staffId) => longestMinutes(all, 2, staffId))).toEqual([45, 30, 45]);
  expect([3, 4, 5].map((serviceId) => longestMinutes(all, serviceId, null))).toEqual([15, 30, null]);
});

it('fills them again for another person, and keeps what was entered by hand', () => {
  const values = { service_id: '1', staff_id: '', duration_minutes: '30', price: '45' };
  expect(refilledBy(services, values, '2')).toEqual({ duration_minutes: '45', price: '45.00' });
  expect(refilledBy(services, { ...values, duration_minutes: '60', price: '40' }, '2')).toEqual({});
});

it('leaves the usual price for anyone to the person who will be assigned', () => {
  const values = { service_id: '1', staff_id: 'anyone', price: '45' };
  expect(isPriceOfPerson(services, values)).toBe(true);
  expect(isPriceOfPerson(services, { ...values, price: '' })).toBe(true);
  const others = [{ price: '40.00' }, { staff_id: '' }, { staff_id: '2' }, { service_id: '' }];
  expect(others.map((other) => isPriceOfPerson(services, { ...values, ...other }))).toEqual(
    others.map(() => false),
  );
});
