import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** Ready-made sets of questions by type of practice; they change only with the product. */
export const useFieldTemplates = () =>
  useQuery({ ...actionQuery('booking_field_templates', {}), staleTime: Infinity });

/** All questions of the practice, those no longer asked last. */
export const useAllFields = () => useQuery(actionQuery('booking_custom_fields', { include_retired: '1' }));
