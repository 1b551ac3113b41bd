import type { ServiceRecord } from '@burrow/contracts/service';

/** A service as it is written in its dialog. */
export interface ServiceDraft {
  name: string;
  description: string;
  price: string;
  minutes: string;
  /** `#rrggbb`, or '' for none. */
  colour: string;
  online: boolean;
}

export type ServiceErrors = Partial<Record<keyof ServiceDraft, string>>;

export const emptyService: ServiceDraft = {
  name: '',
  description: '',
  price: '',
  minutes: '60',
  colour: '',
  online: true,
};

/** A service of the practice, to change. */
export const draftOfService = (service: ServiceRecord): ServiceDraft => ({
  name: service.name,
  description: service.description ?? '',
  price: service.base_price,
  minutes: String(service.duration_minutes),
  colour: service.color ?? '',
  online: service.online === '1',
});

/** What is wrong with a draft, by its field; nothing when it can be saved. */
export function serviceErrors({ name, price, minutes }: ServiceDraft): ServiceErrors {
  const errors: ServiceErrors = {};
  if (name.trim() === '') errors.name = 'Enter a name.';
  if (!/^\d+(\.\d{1,2})?$/.test(price.trim())) errors.price = 'Enter an amount such as 45.00.';
  const duration = Number(minutes);
  if (!Number.isInteger(duration) || duration < 15 || duration > 1440 || duration % 15 !== 0)
    errors.minutes = 'Enter a multiple of 15 minutes, up to 24 hours.';
  return errors;
}

/** A draft as the server takes it; what is empty is cleared. */
export const serviceInput = (draft: ServiceDraft) => ({
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  base_price: draft.price.trim(),
  duration_minutes: Number(draft.minutes),
  color: draft.colour || null,
  online: draft.online,
});
