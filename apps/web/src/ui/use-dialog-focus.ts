import type { RefObject } from 'react';
import { focusBefore } from './focus-home.ts';

const field = 'form :is(input:not([type=hidden]), select, textarea):enabled';
/** The element that a dialog marks for the initial focus, such as the first heading. */
const beginning = '[data-dialog-beginning]';

/**
 * The focus of a dialog. On opening: its `data-dialog-beginning`, otherwise the first field of its form, if it has one
 * (not on touch screens, where the keyboard would cover it). On closing: the control that opened it or, if that is gone
 * or disabled, its surroundings.
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
    // Otherwise the dialog would focus the first control of the area, and a second Enter would press it.
    queueMicrotask(() => before.home.focus({ preventScroll: true }));
    return false;
  },
});
