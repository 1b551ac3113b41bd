import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** Ready-made sets of fields by type of practice; they change only with a release. */
export const useFieldTemplates = () =>
  useQuery({ ...actionQuery('booking_field_templates', {}), staleTime: Infinity });

/** All custom fields of the practice, the archived ones last. */
export const useAllFields = () => useQuery(actionQuery('booking_custom_fields', { include_retired: '1' }));
