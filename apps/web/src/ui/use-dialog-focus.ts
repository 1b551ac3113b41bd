import type { RefObject } from 'react';
import { focusBefore } from './focus-home.ts';

const field = 'form :is(input:not([type=hidden]), select, textarea):enabled';
/** The element that a dialog declares as its beginning, such as the first heading. */
const beginning = '[data-dialog-beginning]';

/**
 * Where a dialog's focus goes. On opening to its `data-dialog-beginning`, otherwise to the first field of its form, if it has one: not on touch, where the
 * keyboard would cover it. On closing back to what opened it or, when that is gone or disabled by now, to what surrounds it.
 */
export const useDialogFocus = (popup: RefObject<HTMLElement | null>) => ({
  initialFocus: (how: string) =>
    popup.current?.querySelector<HTMLElement>(beginning) ??
    (how === 'touch' ? null : popup.current?.querySelector<HTMLElement>(field)) ??
    true,
  finalFocus: () => {
    const before = popup.current === null ? null : focusBefore(popup.current);
    if (before === null) return true;
    if ('control' in before) return before.control;
    // The dialog would focus the first control of the area, and a second Enter would press that.
    queueMicrotask(() => before.home.focus({ preventScroll: true }));
    return false;
  },
});
