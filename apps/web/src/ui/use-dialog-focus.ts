import { useLayoutEffect, useRef, type RefObject } from 'react';
import { focusNow, isUsable } from './focus-home.ts';

const field = 'form :is(input:not([type=hidden]), select, textarea):enabled';
/** What a dialog has said to begin with, such as the heading of what is read first. */
const beginning = '[data-dialog-beginning]';

/**
 * Where a dialog's focus goes. On opening to its `data-dialog-beginning`, otherwise to the first field of its form, if it has one: not on touch, where the
 * keyboard would cover it. On closing back to what opened it or, when that is gone or disabled by now, to what surrounds it.
 */
export function useDialogFocus(open: boolean, popup: RefObject<HTMLElement | null>) {
  const before = useRef<ReturnType<typeof focusNow> | null>(null);
  useLayoutEffect(() => {
    if (open) before.current = focusNow();
  }, [open]);
  return {
    initialFocus: (how: string) =>
      popup.current?.querySelector<HTMLElement>(beginning) ??
      (how === 'touch' ? null : popup.current?.querySelector<HTMLElement>(field)) ??
      true,
    finalFocus: () => {
      const { had, home } = before.current ?? { had: null, home: null };
      return had !== null && !isUsable(had) && home?.isConnected === true ? home : true;
    },
  };
}
