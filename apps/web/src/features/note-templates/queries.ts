import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** The practice's note templates and quick texts in use, by name. They rarely change. */
export const useNoteTemplates = () =>
  useQuery({ ...actionQuery('note_templates', { status: 'active' }), staleTime: 60_000 });

export const useArchivedNoteTemplates = () => useQuery(actionQuery('note_templates', { status: 'archived' }));
