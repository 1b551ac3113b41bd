import { describe, expect, it } from 'vitest';
import {
  asksFor,
  beginRequest,
  emptyRequest,
  requestErrors,
  wantedIn,
  withoutGone,
} from './request-draft.ts';

const full = {
  animalId: '7',
  serviceId: '3',
  staffId: '5',
  date: '2026-01-15',
  time: '10:00',
  notes: 'Limps',
  openedFor: '',
};

describe('the first choices', () => {
  const choices = { animalIds: [7, 8], serviceIds: [3], wantedAnimal: null, today: '2026-01-15' };

  it('are the stored ones that still exist', () => {
    expect(beginRequest(full, choices)).toEqual(full);
    expect(beginRequest({ ...full, animalId: '9', serviceId: '4' }, choices)).toEqual({
      ...full,
      animalId: '',
      serviceId: '',
      staffId: '',
    });
  });

  it('leave out a past day', () => {
    const tomorrow = { ...choices, today: '2026-01-16' };
    expect(beginRequest(full, tomorrow)).toEqual({ ...full, date: '', time: '' });
  });

  it('include the pet in the address, otherwise the only pet', () => {
    expect(beginRequest(emptyRequest, { ...choices, wantedAnimal: '8' }).animalId).toBe('8');
    expect(beginRequest(full, { ...choices, wantedAnimal: '99' }).animalId).toBe('7');
    expect(beginRequest(emptyRequest, choices).animalId).toBe('');
    expect(beginRequest(emptyRequest, { ...choices, animalIds: [8] }).animalId).toBe('8');
  });
});

describe('at an address that names a pet', () => {
  const choices = { animalIds: [7, 8], serviceIds: [3], wantedAnimal: '8', today: '2026-01-15' };

  it('ignores a draft for another pet', () => {
    expect(beginRequest(full, choices)).toEqual({ ...emptyRequest, animalId: '8', openedFor: '8' });
    const forSeven = { ...full, openedFor: '7' };
    expect(beginRequest(forSeven, choices)).toEqual({ ...emptyRequest, animalId: '8', openedFor: '8' });
  });

  it('keeps a draft for that pet', () => {
    expect(beginRequest({ ...full, animalId: '8' }, choices).notes).toBe('Limps');
    expect(beginRequest({ ...full, animalId: '' }, choices)).toMatchObject({ animalId: '8', notes: 'Limps' });
  });

  it('keeps a different pet chosen at that address', () => {
    expect(beginRequest({ ...full, openedFor: '8' }, choices)).toEqual({ ...full, openedFor: '8' });
  });
});

describe('the errors of a request', () => {
  it('name each missing part', () => {
    expect(requestErrors(full, true)).toEqual({});
    expect(requestErrors(emptyRequest, false)).toEqual({
      animalId: 'Please select a pet',
      serviceId: 'Please select a service',
      when: 'Please select a date and time',
    });
    expect(requestErrors({ ...full, time: '' }, true)).toEqual({ when: 'Please select a date and time' });
    expect(requestErrors(full, false)).toEqual({ when: 'Please select a date and time' });
  });
});

it('counts a pet or a service that is no longer offered as not chosen', () => {
  expect(withoutGone(full, { animalIds: [7], serviceIds: [3] })).toEqual(full);
  expect(withoutGone(full, { animalIds: [8], serviceIds: [3] })).toEqual({ ...full, animalId: '' });
  const withdrawn = withoutGone(full, { animalIds: [7], serviceIds: [] });
  expect(withdrawn).toEqual({ ...full, serviceId: '', staffId: '' });
  expect(requestErrors(withdrawn, true)).toEqual({ serviceId: 'Please select a service' });
});

it('matches a draft with an appointment regardless of its notes', () => {
  const wanted = { ...wantedIn(full), notes: 'Something else' };
  expect(asksFor(full, wanted)).toBe(true);
  expect(asksFor({ ...full, time: '11:00' }, wanted)).toBe(false);
  expect(asksFor({ ...full, staffId: '' }, wanted)).toBe(false);
  expect(asksFor(emptyRequest, wanted)).toBe(false);
});
