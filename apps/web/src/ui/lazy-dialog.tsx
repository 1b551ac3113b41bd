import { useEffect, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { checkConnection, useConnectionLost } from '../lib/connection.ts';
import { keepFormsOfSession } from '../lib/session-store.ts';
import { Button } from './button.tsx';
import { lazyComponent, type LazyComponent, type NotLoaded } from './lazy-component.tsx';
import { NativeDialog } from './native-dialog.tsx';

interface OpenedDialog {
  /** For a dialog that stays mounted while closed. */
  open?: boolean;
  onClose: () => void;
}

/**
 * Shown instead of a dialog whose chunk could not be loaded. Most browsers remember the failure, and an update removes
 * the chunk, so Retry reloads the page if loading it again fails.
 */
function DialogNotLoaded({ retry, open = true, onClose }: NotLoaded & OpenedDialog) {
  const isOffline = useConnectionLost();
  const [busy, setBusy] = useState(false);
  useEffect(checkConnection, []);
  const tryAgain = () => {
    setBusy(true);
    retry().catch(() => {
      keepFormsOfSession();
      window.location.reload();
    });
  };
  return createPortal(
    <NativeDialog
      open={open}
      onOpenChange={onClose}
      title="Couldn’t open this"
      width="small"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={isOffline}
            busy={busy}
            busyLabel="Retrying..."
            onClick={tryAgain}
          >
            Retry
          </Button>
        </>
      }
    >
      <p role="alert">
        {isOffline
          ? 'You’re offline. Retry once you’re back online.'
          : 'The server may be unavailable, or Burrow may have been updated. Retry may reload the page; we’ll keep what you were entering, except passwords.'}
      </p>
    </NativeDialog>,
    document.body,
  );
}

/** A dialog in a chunk of its own, see {@link lazyComponent}. If it can't be loaded, a message with Retry says so. */
export const lazyDialog = <Props extends OpenedDialog>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => lazyComponent<Props>(load, undefined, DialogNotLoaded);
