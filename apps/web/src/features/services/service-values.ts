import type { ServiceRecord } from '@burrow/contracts/service';

/** A service as its form shows it. */
export interface ServiceValues {
  name: string;
  description: string;
  base_price: string;
  duration_minutes: string;
  /** `#rrggbb`, or '' for none. */
  color: string;
  online: boolean;
}

export const emptyService: ServiceValues = {
  name: '',
  description: '',
  base_price: '',
  duration_minutes: '60',
  color: '',
  online: true,
};

/** A service of the practice, to change. */
export const valuesOfService = (service: ServiceRecord): ServiceValues => ({
  name: service.name,
  description: service.description ?? '',
  base_price: service.base_price,
  duration_minutes: String(service.duration_minutes),
  color: service.color ?? '',
  online: service.online === '1',
});

/** What is wrong with the price and the duration, by field. */
export function serviceErrors({ base_price: price, duration_minutes: minutes }: ServiceValues) {
  const duration = Number(minutes);
  const isDuration = Number.isInteger(duration) && duration >= 15 && duration <= 1440 && duration % 15 === 0;
  return {
    base_price: /^\d+(\.\d{1,2})?$/.test(price.trim()) ? undefined : 'Enter an amount such as 45.00.',
    duration_minutes: isDuration ? undefined : 'Enter a multiple of 15 minutes, up to 24 hours.',
  };
}

/** A service as the server takes it; what is empty is cleared. */
export const serviceInput = (values: ServiceValues) => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  base_price: values.base_price.trim(),
  duration_minutes: Number(values.duration_minutes),
  color: values.color || null,
  online: values.online,
});
