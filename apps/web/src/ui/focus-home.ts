const attribute = 'data-focus-home';

/** Marks an element that takes the focus when what had it inside is gone. */
export const focusHomeMark = { [attribute]: '' };

/** Whether an element can still have the focus. */
export const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !(element instanceof HTMLButtonElement && element.disabled);

/** The element that has the focus now, and where the focus goes once that is gone. */
export function focusNow(): { had: HTMLElement | null; home: HTMLElement | null } {
  const had = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  return { had, home: had?.closest<HTMLElement>(`[${attribute}]`) ?? null };
}
