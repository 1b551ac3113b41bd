import { messageOf } from '../../lib/api-error.ts';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { aboutClient } from './about-client.ts';

/** Takes an archived client back into use, and says how that went. */
export function useRestoreClient(clientId: number) {
  const command = useCommand('client_restore');
  const about = aboutClient(clientId);
  const restore = () => {
    // Not in the callbacks of `mutate`: the button may be gone by the time of the answer.
    command.mutateAsync({ client_id: clientId }).then(
      () => toast.success('Client restored', { about }),
      (error: unknown) =>
        toast.error('Failed to restore client', { description: messageOf(error, ''), about }),
    );
  };
  return { restore, isRestoring: command.isPending };
}
