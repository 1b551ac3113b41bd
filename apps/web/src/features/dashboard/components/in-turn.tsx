import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { actionQuery } from '../../../lib/query.ts';

type Above = 'subscription/status' | 'bookings_pending' | 'bookings_today';

/** Whether the first answer is still on its way; who fails to get one waits no longer. */
function useIsAwaited(action: Above): boolean {
  const { isPending, failureCount } = useQuery(actionQuery(action, {}));
  return isPending && failureCount === 0;
}

/**
 * Shows its children once what stands above them has its size, so that nothing moves under the finger. They read what
 * they need meanwhile, unless it is so much that it would hold up what stands above (`large`).
 */
export function InTurn({
  above,
  large = false,
  fallback = null,
  children,
}: {
  above: Above;
  large?: boolean;
  /** Shown until then. */
  fallback?: ReactNode;
  children: ReactNode;
}) {
  const isAwaited = useIsAwaited(above);
  return (
    <>
      {isAwaited ? fallback : null}
      <div className="contents" hidden={isAwaited}>
        {isAwaited && large ? null : children}
      </div>
    </>
  );
}
