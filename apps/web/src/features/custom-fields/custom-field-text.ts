import type { BookingDetail } from '@burrow/contracts/booking';
import type { Formats } from '../../lib/format.ts';

type CustomField = BookingDetail['custom_fields'][number];

/** What a custom field says: 'Yes' or 'No' for a tick, a day as the practice writes it; null when nothing was said. */
export function customFieldText(
  { field_type: type, value }: Pick<CustomField, 'field_type' | 'value'>,
  formats: Pick<Formats, 'day'>,
): string | null {
  const written = value?.trim() ?? '';
  if (written === '') return null;
  if (type === 'checkbox') return written === '1' ? 'Yes' : 'No';
  return type === 'date' ? formats.day(written) : written;
}
