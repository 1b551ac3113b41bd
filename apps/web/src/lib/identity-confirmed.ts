/** Tells the other tabs that the person has confirmed who they are at their sign-in provider. */

const key = 'identity_confirmed';

/** Called in the tab that the provider redirected to. Only a hint: the server decides. */
export function announceConfirmed(): void {
  localStorage.setItem(key, new Date().toISOString());
}

/** Calls `listener` when another tab announces it. Returns a function that stops it. */
export function onConfirmedElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
