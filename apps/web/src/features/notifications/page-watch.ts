/** Resolves after a time, as soon as the browser is online again, or when the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    window.addEventListener('online', done);
  });
}

const isShown = (): boolean => document.visibilityState === 'visible';

/** Resolves once the page is looked at (`anew`: left and come back to), or when the signal is aborted. */
export function untilShown(signal: AbortSignal, anew: boolean): Promise<void> {
  if (!anew && isShown()) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (!isShown() && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
  });
}

/** Calls back when the page has been hidden for so long. Answers how to stop watching. */
export function whenHidden(milliseconds: number, onLong: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (!isShown()) timer = setTimeout(onLong, milliseconds);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
