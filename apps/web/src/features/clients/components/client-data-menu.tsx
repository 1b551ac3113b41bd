import type { ClientDetail } from '@burrow/contracts/client';
import { Download, Ellipsis, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { downloadDocument } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session-store.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutClient } from '../about-client.ts';

// Hardly ever needed, so it comes when it is asked for.
const EraseClientDialog = lazyComponent(
  async () => (await import('./erase-client-dialog.tsx')).EraseClientDialog,
);

/** What an admin can do with all that is kept about a client: hand it out, or erase it. */
export function ClientDataMenu({ client }: { client: ClientDetail }) {
  const session = useSession();
  const [erasing, setErasing] = useState<'never' | 'open' | 'closed'>('never');
  if (session?.role !== 'admin') return null;
  const exportData = () =>
    toast.tell(downloadDocument('client_export', { client_id: client.id }), {
      done: 'Data exported',
      failed: (error) => failureText('Failed to export the data', error),
      about: aboutClient(client.id),
    });
  const icon = 'size-4';
  return (
    <>
      <Menu
        trigger={<IconButton label="More about this client" icon={<Ellipsis aria-hidden="true" />} />}
        entries={[
          {
            label: 'Export this client’s data',
            icon: <Download className={icon} />,
            onSelect: exportData,
          },
          {
            label: 'Erase this client…',
            icon: <UserRoundX className={icon} />,
            tone: 'attention',
            onSelect: () => setErasing('open'),
          },
        ]}
      />
      {erasing === 'never' ? null : (
        <EraseClientDialog client={client} open={erasing === 'open'} onClose={() => setErasing('closed')} />
      )}
    </>
  );
}
