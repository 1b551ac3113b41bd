import { useEffect, useRef, type ReactNode } from 'react';
import { focusHomeMark, isUsable, rememberFocus } from './focus-home.ts';

/**
 * Holds the focus when the control that had it goes away or is disabled, so that Tab goes on from here and not from the
 * top of the page. Dialogs opened from inside lead back here when their own button is gone, also when they go with it.
 */
export function KeepFocus({ className, children }: { className?: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const held = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const home = area.current;
    // The list or the button may change without this component being rendered again.
    const observer = new MutationObserver(() => {
      const lost = held.current;
      if (lost === null || isUsable(lost)) return;
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement !== lost) return;
      held.current = null;
      home?.focus({ preventScroll: true });
    });
    if (home !== null)
      observer.observe(home, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={area}
      tabIndex={-1}
      className={className}
      {...focusHomeMark}
      onFocus={({ target }) => {
        // A dialog's focus bubbles up to here as well, though it stands elsewhere in the page: it will come back.
        const home = area.current;
        if (home === null || !home.contains(target)) return;
        held.current = target === home ? null : target;
        rememberFocus(target, home);
      }}
    >
      {children}
    </div>
  );
}
