import type { BookablePerson, BookablePractice, BookableService } from '@burrow/contracts/booking-page';
import { describe, expect, it } from 'vitest';
import { requestedIn } from './use-booking.ts';
import { continued, emptyDraft, parseDraft, type Draft } from './draft.ts';

const view = (named: number | null) => ({
  practice: { today: '2026-01-14', services: [{ id: 1 }, { id: 2 }] } as BookablePractice,
  service_id: named,
});
const draft: Draft = {
  ...emptyDraft,
  serviceId: 1,
  staffId: 7,
  date: '2026-01-20',
  time: '10:00',
  petName: 'Biscuit',
};

it('lasts as long as the chosen person takes', () => {
  const service = { duration_minutes: 30 } as BookableService;
  const person = { duration_minutes: 60 } as BookablePerson;
  expect(requestedIn({ draft, service, person }, null, null).minutes).toBe(60);
  expect(requestedIn({ draft, service, person: null }, null, null).minutes).toBe(30);
});

describe('the draft of a visitor', () => {
  it.each([null, '', '{', '[]', '5', 'null', '{"serviceId":"1","petName":5}'])(
    'is empty when %s is stored',
    (stored) => {
      expect(parseDraft(stored)).toEqual(emptyDraft);
    },
  );

  it('is read as it was written', () => {
    expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
  });

  it('continues where it was left', () => {
    expect(continued(draft, view(null), '')).toEqual(draft);
    expect(continued(draft, view(1), '?service=1')).toEqual(draft);
  });

  it('begins with another service that the address names, and keeps what was typed', () => {
    expect(continued(draft, view(2), '?service=2')).toEqual({
      ...draft,
      serviceId: 2,
      staffId: null,
      date: '',
      time: '',
    });
  });

  it('takes the time in the address, as after a payment that was cancelled in another tab', () => {
    const address = '?payment=cancelled&service=2&date=2026-01-21&time=11:00';
    expect(continued(emptyDraft, view(2), address)).toMatchObject({
      serviceId: 2,
      date: '2026-01-21',
      time: '11:00',
    });
    expect(continued(emptyDraft, view(2), '?service=2&date=2026-01-21&time=1')).toMatchObject({
      date: '2026-01-21',
      time: '',
    });
    for (const wrong of ['date=x&time=11:00', 'date=2026-01-13&time=11:00']) {
      expect(continued(emptyDraft, view(2), `?service=2&${wrong}`)).toMatchObject({ date: '', time: '' });
    }
  });

  it('drops a service that is no longer offered, and a day that is past', () => {
    expect(continued({ ...draft, serviceId: 3 }, view(null), '')).toMatchObject({
      serviceId: null,
      date: '',
      petName: 'Biscuit',
    });
    expect(continued({ ...draft, date: '2026-01-13' }, view(null), '')).toMatchObject({
      serviceId: 1,
      date: '',
      time: '',
    });
  });
});
