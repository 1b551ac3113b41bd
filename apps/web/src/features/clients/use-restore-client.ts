import type { ClientRecord } from '@burrow/contracts/client';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { aboutClient } from './about-client.ts';

/** Restores an archived client and confirms it. */
export function useRestoreClient({ id, name }: Pick<ClientRecord, 'id' | 'name'>) {
  const command = useCommand('client_restore');
  const restore = () =>
    toast.tell(command.mutateAsync({ client_id: id }), {
      done: `${name} restored`,
      failed: 'Couldn’t restore the client',
      about: aboutClient(id),
    });
  return { restore, isRestoring: command.isPending };
}
