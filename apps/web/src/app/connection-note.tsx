import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConnectionLost } from '../lib/connection.ts';
import { classNames } from '../ui/class-names.ts';

/** How long the note about the restored connection is shown. */
const restoredNoteMs = 5000;

/** True for a few seconds after the connection is restored. */
function useIsBack(isLost: boolean): boolean {
  const [wasLost, setWasLost] = useState(false);
  if (isLost && !wasLost) setWasLost(true);
  const isBack = wasLost && !isLost;
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => setWasLost(false), restoredNoteMs);
    return () => clearTimeout(timer);
  }, [isBack]);
  return isBack;
}

/** Shows while the server can't be reached, and briefly when it can be reached again. Rendered once in the app. */
export function ConnectionNote() {
  const isLost = useConnectionLost();
  const isBack = useIsBack(isLost);
  const Icon = isLost ? WifiOff : Wifi;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4 max-md:bottom-20 print:hidden"
    >
      {isLost || isBack ? (
        <p
          className={classNames(
            'flex items-center gap-2.5 rounded-lg border px-4 py-2.5 text-ink shadow-pop',
            isLost ? 'border-pending/30 bg-pending-soft' : 'border-brand/30 bg-brand-soft',
          )}
        >
          <Icon aria-hidden="true" className="size-5 shrink-0" />
          {isLost
            ? 'You’re offline. Anything you’ve entered is still here. We’ll reconnect automatically.'
            : 'You’re back online.'}
        </p>
      ) : null}
    </div>
  );
}
