import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Shows a secret that was just made. It can not be shown again, so nothing closes it by accident. */
export const ShownOnceDialog = ({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Dialog
    open
    dismissible={false}
    onOpenChange={() => undefined}
    title={title}
    actions={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    {children}
  </Dialog>
);
