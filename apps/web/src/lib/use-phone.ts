import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(width < 768px)');

function subscribe(listener: () => void) {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** True below 768 px. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
