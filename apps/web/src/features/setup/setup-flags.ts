import { useSyncExternalStore } from 'react';

/** '1' once a type of practice without custom fields was chosen, which no field can prove. */
const businessTypeKey = 'businessTypeSelected';
/** '1' while the guided setup has to open on the next visit of the dashboard. */
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

/** A browser may be used for several practices. */
const keyOf = (practiceId: number) => `${businessTypeKey}.${practiceId}`;

/** Remembers in this browser that 'Other' was chosen as the type of a practice, or forgets it. */
export const setOtherBusinessType = (practiceId: number, chosen: boolean): void =>
  write(keyOf(practiceId), chosen);

/** Whether 'Other' was chosen as the type of a practice in this browser. */
export const useOtherBusinessType = (practiceId: number): boolean =>
  useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(practiceId)) === '1');

/** Has the guided setup open when the dashboard is shown next, if there is something to set up. */
export const requestWizard = (): void => write(wizardKey, true);

/** Whether the guided setup was asked for and has not been opened since. */
export const useWizardRequest = (): boolean =>
  useSyncExternalStore(subscribe, () => localStorage.getItem(wizardKey) === '1');

/** The guided setup has been opened, or there is nothing to set up. */
export const dropWizardRequest = (): void => write(wizardKey, false);
