import type { ClientRecord } from '@burrow/contracts/client';
import { ArchiveRestore } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useRestoreClient } from '../use-restore-client.ts';

/** Takes an archived client back into use. */
export function RestoreClient({ client }: { client: ClientRecord }) {
  const { restore, isRestoring } = useRestoreClient(client);
  return (
    <Button
      variant="primary"
      icon={<ArchiveRestore aria-hidden="true" className="size-4" />}
      busy={isRestoring}
      busyLabel="Restoring..."
      onClick={restore}
    >
      Restore Client
    </Button>
  );
}
