import type { BookingPageView } from '@burrow/contracts/booking-page';

/** What a visitor has chosen and typed. Never the code of a text message. */
export interface Draft {
  serviceId: number | null;
  /** Null for anyone. */
  staffId: number | null;
  /** '' until a time is chosen. */
  date: string;
  time: string;
  phone: string;
  name: string;
  email: string;
  /** A pet of the client; null for one that is added, or while none is chosen. */
  animalId: number | null;
  /** The visitor chose to add one. */
  isOtherPet: boolean;
  petName: string;
  speciesId: string;
  breed: string;
  notes: string;
}

export const emptyDraft: Draft = {
  serviceId: null,
  staffId: null,
  date: '',
  time: '',
  phone: '',
  name: '',
  email: '',
  animalId: null,
  isOtherPet: false,
  petName: '',
  speciesId: '',
  breed: '',
  notes: '',
};

const texts = ['phone', 'name', 'email', 'petName', 'speciesId', 'breed', 'notes'] as const;
const idIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The stored draft; an empty one if there is none, or if it was not written by this page. */
export function parseDraft(stored: string | null): Draft {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return emptyDraft;
    const found = value as Partial<Record<keyof Draft, unknown>>;
    return {
      serviceId: idIn(found.serviceId),
      staffId: idIn(found.staffId),
      animalId: idIn(found.animalId),
      isOtherPet: found.isOtherPet === true,
      date: textIn(found.date),
      time: textIn(found.time),
      ...(Object.fromEntries(texts.map((name) => [name, textIn(found[name])])) as Pick<
        Draft,
        (typeof texts)[number]
      >),
    };
  } catch {
    return emptyDraft;
  }
}

/**
 * The draft that a visitor continues: the stored one, unless the page's address names another service, such as after a
 * payment that was cancelled. A service that is gone and a day that is past are dropped.
 */
export function continued(
  before: Draft,
  { practice, service_id: named }: Pick<BookingPageView, 'practice' | 'service_id'>,
  search: string,
): Draft {
  const address = new URLSearchParams(search);
  const isOther = named !== null && named !== before.serviceId;
  const serviceId = named ?? before.serviceId;
  if (!practice.services.some(({ id }) => id === serviceId)) {
    return { ...before, serviceId: null, staffId: null, date: '', time: '' };
  }
  const date = address.get('date') ?? (isOther ? '' : before.date);
  const time = address.get('time') ?? (isOther ? '' : before.time);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && date >= practice.today;
  return {
    ...before,
    serviceId,
    staffId: isOther ? null : before.staffId,
    date: isDay ? date : '',
    time: isDay && /^\d\d:\d\d$/.test(time) ? time : '',
  };
}
