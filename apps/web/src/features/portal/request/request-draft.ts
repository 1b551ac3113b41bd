import type { WantedAppointment } from '../payment/pending-payment.ts';

/** An appointment that somebody is asking for, as its form holds it; '' for what is not chosen yet. */
export interface RequestDraft {
  animalId: string;
  serviceId: string;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  time: string;
  notes: string;
}

export const emptyRequest: RequestDraft = { animalId: '', serviceId: '', date: '', time: '', notes: '' };

/** What is wrong with a request, by the part of its form. */
export type RequestErrors = Partial<Record<'animalId' | 'serviceId' | 'when', string>>;

/**
 * The draft a form begins with: the pet that the address names, or the only one, is chosen; what was kept and is not
 * there any more, or past, is not.
 */
export function beginRequest(
  kept: RequestDraft,
  choices: {
    animalIds: readonly number[];
    serviceIds: readonly number[];
    wantedAnimal: string | null;
    today: string;
  },
): RequestDraft {
  const animalIds = choices.animalIds.map(String);
  const serviceIds = choices.serviceIds.map(String);
  const only = animalIds.length === 1 ? animalIds[0] : undefined;
  const animalId = [choices.wantedAnimal, kept.animalId, only].find(
    (id) => typeof id === 'string' && animalIds.includes(id),
  );
  const when = kept.date < choices.today ? { date: '', time: '' } : { date: kept.date, time: kept.time };
  return {
    ...kept,
    ...when,
    animalId: animalId ?? '',
    serviceId: serviceIds.includes(kept.serviceId) ? kept.serviceId : '',
  };
}

/** @param timeIsFree whether the chosen time can be asked for */
export function requestErrors(draft: RequestDraft, timeIsFree: boolean): RequestErrors {
  return {
    ...(draft.animalId === '' ? { animalId: 'Please select a pet' } : {}),
    ...(draft.serviceId === '' ? { serviceId: 'Please select a service' } : {}),
    ...(draft.date === '' || draft.time === '' || !timeIsFree
      ? { when: 'Please select a date and time' }
      : {}),
  };
}

/** The appointment that a full draft asks for. */
export const wantedIn = (draft: RequestDraft): WantedAppointment => ({
  animal_id: Number(draft.animalId),
  service_id: Number(draft.serviceId),
  booking_date: draft.date,
  booking_time: draft.time,
  notes: draft.notes.trim(),
});

/** Whether a draft asks for an appointment, whatever its notes say. */
export function asksFor(draft: RequestDraft, wanted: WantedAppointment): boolean {
  const asked = wantedIn(draft);
  return (['animal_id', 'service_id', 'booking_date', 'booking_time'] as const).every(
    (part) => asked[part] === wanted[part],
  );
}
