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
  /** The pet in the page's address when the draft was saved. */
  openedFor: string;
}

export const emptyRequest: RequestDraft = {
  animalId: '',
  serviceId: '',
  date: '',
  time: '',
  notes: '',
  openedFor: '',
};

/** What is wrong with a request, by the part of its form. */
export type RequestErrors = Partial<Record<'animalId' | 'serviceId' | 'when', string>>;

/** Whether the address names another pet than the draft; the form then starts empty. */
const isForAnother = (draft: RequestDraft, wanted: string) =>
  draft.openedFor !== wanted && draft.animalId !== '' && draft.animalId !== wanted;

/**
 * The draft a form starts with. Leaves out a draft for another pet than the address names, options that no longer exist,
 * and past times. Chooses the pet if there is only one.
 */
export function beginRequest(
  before: RequestDraft,
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
  const wanted = animalIds.find((id) => id === choices.wantedAnimal) ?? '';
  const kept = wanted !== '' && isForAnother(before, wanted) ? emptyRequest : before;
  const animalId = [kept.animalId, wanted, only].find((id) => id !== undefined && animalIds.includes(id));
  const when = kept.date < choices.today ? { date: '', time: '' } : { date: kept.date, time: kept.time };
  return {
    ...kept,
    ...when,
    animalId: animalId ?? '',
    openedFor: wanted,
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
