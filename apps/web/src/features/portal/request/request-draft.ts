import type { WantedAppointment } from '../payment/pending-payment.ts';

/** The values of the appointment request form; '' for a choice that was not made. */
export interface RequestDraft {
  animalId: string;
  serviceId: string;
  /** '' for anyone who is free. */
  staffId: string;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  time: string;
  notes: string;
  /** The pet in the address when the draft was saved. */
  openedFor: string;
}

export const emptyRequest: RequestDraft = {
  animalId: '',
  serviceId: '',
  staffId: '',
  date: '',
  time: '',
  notes: '',
  openedFor: '',
};

/** Errors in a request, by part of the form. */
export type RequestErrors = Partial<Record<'animalId' | 'serviceId' | 'when', string>>;

/** Whether the address has a different pet from the draft; the form then starts empty. */
const isForAnother = (draft: RequestDraft, wanted: string) =>
  draft.openedFor !== wanted && draft.animalId !== '' && draft.animalId !== wanted;

/**
 * The draft a form starts with. Leaves out a draft for a different pet, options that no longer exist, and past times.
 * Chooses the pet if there is only one.
 */
export function beginRequest(
  before: RequestDraft,
  choices: {
    animalIds: readonly number[];
    serviceIds: readonly number[];
    wantedAnimal: string | null;
    wantedService?: string | null;
    today: string;
  },
): RequestDraft {
  const animalIds = choices.animalIds.map(String);
  const serviceIds = choices.serviceIds.map(String);
  const only = animalIds.length === 1 ? animalIds[0] : undefined;
  const wanted = animalIds.find((id) => id === choices.wantedAnimal) ?? '';
  const kept = wanted !== '' && isForAnother(before, wanted) ? emptyRequest : before;
  const animalId = [kept.animalId, wanted, only].find((id) => id !== undefined && animalIds.includes(id));
  const wantedService = serviceIds.find((id) => id === choices.wantedService);
  const serviceId =
    [wantedService, kept.serviceId].find((id) => id !== undefined && serviceIds.includes(id)) ?? '';
  const when = kept.date < choices.today ? { date: '', time: '' } : { date: kept.date, time: kept.time };
  return {
    ...kept,
    ...when,
    animalId: animalId ?? '',
    openedFor: wanted,
    serviceId,
    // A draft saved by an earlier build has no person.
    staffId: serviceId !== '' && serviceId === kept.serviceId ? (kept.staffId ?? '') : '',
  };
}

/** A draft without a pet or a service that can no longer be chosen. */
export function withoutGone(
  draft: RequestDraft,
  choices: { animalIds: readonly number[]; serviceIds: readonly number[] },
): RequestDraft {
  const has = (ids: readonly number[], chosen: string) => ids.some((id) => String(id) === chosen);
  return {
    ...draft,
    ...(has(choices.animalIds, draft.animalId) ? {} : { animalId: '' }),
    ...(has(choices.serviceIds, draft.serviceId) ? {} : { serviceId: '', staffId: '' }),
  };
}

/**
 * @param timeIsFree whether the chosen time can be requested
 */
export function requestErrors(draft: RequestDraft, timeIsFree: boolean): RequestErrors {
  return {
    ...(draft.animalId === '' ? { animalId: 'Please select a pet' } : {}),
    ...(draft.serviceId === '' ? { serviceId: 'Please select a service' } : {}),
    ...(draft.date === '' || draft.time === '' || !timeIsFree
      ? { when: 'Please select a date and time' }
      : {}),
  };
}

/** The appointment of a complete draft. */
export const wantedIn = (draft: RequestDraft): WantedAppointment => ({
  animal_id: Number(draft.animalId),
  service_id: Number(draft.serviceId),
  ...(draft.staffId === '' ? {} : { staff_id: Number(draft.staffId) }),
  booking_date: draft.date,
  booking_time: draft.time,
  notes: draft.notes.trim(),
});

/** Whether a draft requests this appointment; its notes may differ. */
export function asksFor(draft: RequestDraft, wanted: WantedAppointment): boolean {
  const asked = wantedIn(draft);
  return (['animal_id', 'service_id', 'staff_id', 'booking_date', 'booking_time'] as const).every(
    (part) => asked[part] === wanted[part],
  );
}
