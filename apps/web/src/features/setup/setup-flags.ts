import { useSyncExternalStore } from 'react';

/** '1' after choosing a type of practice without custom fields, which leaves no other trace. */
const businessTypeKey = 'businessTypeSelected';
/** '1' while the guided setup has to open when the dashboard is shown next. */
const wizardKey = 'setupWizardRequested';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function write(key: string, on: boolean) {
  if (on) localStorage.setItem(key, '1');
  else localStorage.removeItem(key);
  for (const listener of listeners) listener();
}

/** Several practices may share a browser. */
const keyOf = (practiceId: number) => `${businessTypeKey}.${practiceId}`;

/** Stores whether 'Other' was chosen as the type of a practice in this browser. */
export const setOtherBusinessType = (practiceId: number, chosen: boolean): void =>
  write(keyOf(practiceId), chosen);

/** Whether 'Other' was chosen as the type of a practice in this browser. */
export const useOtherBusinessType = (practiceId: number): boolean =>
  useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(practiceId)) === '1');

/** Opens the guided setup when the dashboard is shown next, if there is something to set up. */
export const requestWizard = (): void => write(wizardKey, true);

/** Whether the guided setup was requested and has not been opened since. */
export const useWizardRequest = (): boolean =>
  useSyncExternalStore(subscribe, () => localStorage.getItem(wizardKey) === '1');

/** Clears the request: the guided setup was opened, or there is nothing to set up. */
export const dropWizardRequest = (): void => write(wizardKey, false);
