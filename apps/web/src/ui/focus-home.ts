const attribute = 'data-focus-home';

/** Marks an element that takes the focus when what had it inside is gone. */
export const focusHomeMark = { [attribute]: '' };

/** Whether an element can still have the focus. */
export const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !(element instanceof HTMLButtonElement && element.disabled);

interface Focus {
  /** What has the focus. */
  had: HTMLElement | null;
  /** Where the focus goes once that is gone. */
  home: HTMLElement | null;
}

let latest: Focus = { had: null, home: null };

/** Notes that something inside a home has the focus now. */
export function rememberFocus(had: HTMLElement, home: HTMLElement): void {
  latest = { had, home };
}

/** Nobody's own place: the page itself, or an entry of a menu that is about to close. */
const isPassing = (element: HTMLElement): boolean =>
  element === document.body || element.getAttribute('role') === 'menuitem';

/** The element that has the focus now, or had it before it opened a menu, and where the focus goes once that is gone. */
export function focusNow(): Focus {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  if (active === null || isPassing(active)) return latest;
  return { had: active, home: active.closest<HTMLElement>(`[${attribute}]`) };
}
