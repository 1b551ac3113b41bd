import { useEffect, useRef } from 'react';

/** The keys that open the search, in the notation of `aria-keyshortcuts`. */
export const searchKeys = '/ Control+K Meta+K';

/** The shortcut with Ctrl or Cmd, as labelled on the keyboard. */
export const commandKey = /Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

const typingIn = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
/** Dialogs and menus, but not toasts, which are non-modal dialogs. */
const layer =
  'dialog[open], :is([role="dialog"], [role="alertdialog"]):not([aria-modal="false"]), [role="menu"]';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(typingIn) !== null;

/** Whether a key opens the search: Ctrl + K (or Cmd) anywhere, `/` outside of text fields. */
function asksForSearch(event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target, isComposing } = event;
  if (altKey || isComposing) return false;
  if (ctrlKey !== metaKey) return key.toLowerCase() === 'k' && !shiftKey;
  return key === '/' && !ctrlKey && !isTyping(target);
}

/**
 * Calls `open` when a search key is pressed. Inside a dialog or menu the keys do nothing, so that no form is abandoned.
 */
export function useSearchKey(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !asksForSearch(event)) return;
      if (document.querySelector(layer) !== null) return;
      // Otherwise the browser opens its own search, or types the key.
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
