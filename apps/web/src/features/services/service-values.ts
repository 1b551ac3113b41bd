import { maxBufferMinutes, maxDaysAhead, maxNoticeHours } from '@burrow/contracts/resource-limits';
import type { ServiceRecord } from '@burrow/contracts/service';
import { maxFreeHours, maxMoves } from '@burrow/contracts/booking-terms';
import { changesTo } from '../../lib/changes-to.ts';
import {
  noTerms,
  termsErrors,
  termsInput,
  termsOf,
  type TermsValues,
} from '../booking-changes/terms-values.ts';

/** A person who provides a service, as form values: '' for the service's own duration or price. */
export interface ProviderValues {
  user_id: number;
  duration_minutes: string;
  price: string;
}

/** The values of a service's form. */
export interface ServiceValues extends TermsValues {
  name: string;
  description: string;
  base_price: string;
  duration_minutes: string;
  /** `#rrggbb`, or '' for none. */
  color: string;
  online: boolean;
  provided_by: 'everyone' | 'chosen';
  staff: readonly ProviderValues[];
  /** Ids of resources: an appointment uses one of each list. */
  needs: readonly (readonly number[])[];
  before_minutes: string;
  after_minutes: string;
  min_notice_hours: string;
  /** '' for no limit. */
  max_days_ahead: string;
}

export const emptyService: ServiceValues = {
  name: '',
  description: '',
  base_price: '',
  duration_minutes: '60',
  color: '',
  online: true,
  provided_by: 'everyone',
  staff: [],
  needs: [],
  before_minutes: '0',
  after_minutes: '0',
  min_notice_hours: '0',
  max_days_ahead: '',
  ...noTerms,
};

/** The form's values for an existing service. */
export const valuesOfService = (service: ServiceRecord): ServiceValues => ({
  name: service.name,
  description: service.description ?? '',
  base_price: service.base_price,
  duration_minutes: String(service.duration_minutes),
  color: service.color ?? '',
  online: service.online === '1',
  provided_by: service.staff.length === 0 ? 'everyone' : 'chosen',
  staff: service.staff.map(({ user_id, duration_minutes: minutes, price }) => ({
    user_id,
    duration_minutes: minutes === null ? '' : String(minutes),
    price: price ?? '',
  })),
  needs: service.needs,
  before_minutes: String(service.before_minutes),
  after_minutes: String(service.after_minutes),
  min_notice_hours: String(service.min_notice_hours),
  max_days_ahead: service.max_days_ahead === null ? '' : String(service.max_days_ahead),
  ...termsOf(service),
});

const durationError = (minutes: string): string | undefined => {
  const duration = Number(minutes);
  const isDuration = Number.isInteger(duration) && duration >= 15 && duration <= 1440 && duration % 15 === 0;
  return isDuration ? undefined : 'Enter a multiple of 15 minutes, up to 24 hours.';
};

const priceError = (price: string): string | undefined =>
  /^\d+(\.\d{1,2})?$/.test(price.trim()) ? undefined : 'Enter an amount such as 45.00.';

const numberError = (value: string, max: number): string | undefined => {
  const number = Number(value);
  return Number.isInteger(number) && number >= 0 && number <= max
    ? undefined
    : `Enter a whole number from 0 to ${max}.`;
};

/** Errors in a person's own duration and price. */
export const providerErrors = ({ duration_minutes: minutes, price }: ProviderValues) => ({
  duration_minutes: minutes === '' ? undefined : durationError(minutes),
  price: price.trim() === '' ? undefined : priceError(price),
});

function staffError({ provided_by: by, staff }: ServiceValues): string | undefined {
  if (by === 'everyone') return undefined;
  if (staff.length === 0) return 'Choose at least one person.';
  const isWrong = staff.some((person) => Object.values(providerErrors(person)).some(Boolean));
  return isWrong ? 'Please correct the highlighted fields.' : undefined;
}

/** Errors besides missing values, by field. */
export const serviceErrors = (values: ServiceValues) => ({
  base_price: priceError(values.base_price),
  duration_minutes: durationError(values.duration_minutes),
  staff: staffError(values),
  before_minutes: numberError(values.before_minutes, maxBufferMinutes),
  after_minutes: numberError(values.after_minutes, maxBufferMinutes),
  min_notice_hours: numberError(values.min_notice_hours, maxNoticeHours),
  max_days_ahead: numberError(values.max_days_ahead, maxDaysAhead),
  cancel_free_hours: numberError(values.cancel_free_hours, maxFreeHours),
  move_notice_hours: numberError(values.move_notice_hours, maxFreeHours),
  move_limit: numberError(values.move_limit, maxMoves),
  ...termsErrors(values),
});

/** The input for a service, without its people and needs; empty fields are cleared. */
export const serviceInput = (values: ServiceValues) => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  base_price: values.base_price.trim(),
  duration_minutes: Number(values.duration_minutes),
  color: values.color || null,
  online: values.online,
  before_minutes: Number(values.before_minutes),
  after_minutes: Number(values.after_minutes),
  min_notice_hours: Number(values.min_notice_hours),
  max_days_ahead: Number(values.max_days_ahead) || null,
  ...termsInput(values),
});

/** Inputs that are sent together, because one says how to read the other. */
const together = [
  ['cancel_keep', 'cancel_keep_value'],
  ['no_show_keep', 'no_show_keep_value'],
] as const;

/**
 * The inputs of an edited service that differ from the form's initial ones, so that another person's changes in the
 * meantime stay.
 */
export const serviceChanges = (
  before: ServiceValues,
  values: ServiceValues,
): Partial<ReturnType<typeof serviceInput>> =>
  changesTo(serviceInput(before), serviceInput(values), together);

/** The input for the people of a service; none for everyone. */
export const staffInput = ({ provided_by: by, staff }: ServiceValues) =>
  by === 'everyone'
    ? []
    : staff.map(({ user_id, duration_minutes: minutes, price }) => ({
        user_id,
        duration_minutes: minutes === '' ? null : Number(minutes),
        price: price.trim() || null,
      }));
