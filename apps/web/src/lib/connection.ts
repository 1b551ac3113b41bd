import { useSyncExternalStore } from 'react';

/** How often to check whether the server can be reached again. */
const checkMs = { first: 1000, longest: 10_000 };

let isLost = false;
let looking: Promise<void> | null = null;
let lookNow: () => void = () => undefined;
const listeners = new Set<() => void>();

function set(lost: boolean): void {
  if (lost === isLost) return;
  isLost = lost;
  for (const listener of listeners) listener();
}

/** Whether the server responds at all, even with an error. */
const isReachable = (): Promise<boolean> =>
  fetch('/api/health', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Waits for a time; `lookNow` ends the wait early. */
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    lookNow = () => {
      clearTimeout(timer);
      resolve();
    };
  });

/**
 * Checks until the server can be reached, also while the browser reports that it is offline: its event may come before
 * requests begin to fail, and one early success must not end the checks.
 */
async function lookUntilReachable(): Promise<void> {
  for (let wait = checkMs.first; ; wait = Math.min(wait * 2, checkMs.longest)) {
    const reached = await isReachable();
    set(!reached);
    if (reached && navigator.onLine) return;
    await pause(wait);
  }
}

/**
 * Checks whether the connection is lost, and until it is restored. Called when a request got no response: a single
 * request may fail although the server can be reached, and `navigator.onLine` says nothing about a server on the same
 * machine.
 */
export function checkConnection(): void {
  lookNow();
  looking ??= lookUntilReachable().finally(() => {
    looking = null;
  });
}

/** Checks the connection whenever the browser reports a change of the network. */
export function followConnection(): void {
  window.addEventListener('offline', checkConnection);
  window.addEventListener('online', checkConnection);
}

/** Calls back with true when the connection is lost, and with false when it is restored. */
export function onConnectionChange(callback: (lost: boolean) => void): () => void {
  const listener = () => callback(isLost);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the connection is lost now. */
export const useConnectionLost = (): boolean => useSyncExternalStore(onConnectionChange, () => isLost);
