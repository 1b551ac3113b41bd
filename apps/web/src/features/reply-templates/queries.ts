import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** The practice's reply templates in use, by name. They rarely change. */
export const useReplyTemplates = () =>
  useQuery({ ...actionQuery('reply_templates', { status: 'active' }), staleTime: 60_000 });
