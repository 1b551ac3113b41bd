import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AccountPanel } from './components/account-panel.tsx';

/** 'My account' over whatever page is shown. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="My account"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <AccountPanel frame="plain" onLeave={onClose} />
    </Dialog>
  );
}
