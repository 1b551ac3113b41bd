import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { focusHomeMark, isUsable } from './focus-home.ts';

/**
 * Holds the focus when the control that had it goes away or is disabled, so that Tab goes on from here and not from the
 * top of the page. Dialogs opened from inside lead back here when their own button is gone.
 */
export function KeepFocus({ className, children }: { className?: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const held = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const lost = held.current;
    if (lost === null || isUsable(lost)) return;
    held.current = null;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === lost) {
      area.current?.focus({ preventScroll: true });
    }
  });
  return (
    <div
      ref={area}
      tabIndex={-1}
      className={className}
      {...focusHomeMark}
      onFocus={({ target }) => {
        // A dialog's focus bubbles up to here as well, though it stands elsewhere in the page.
        held.current = target !== area.current && area.current?.contains(target) ? target : null;
      }}
    >
      {children}
    </div>
  );
}
