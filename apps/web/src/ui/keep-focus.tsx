import type { ReactNode } from 'react';
import { focusHomeMark } from './focus-home.ts';

/**
 * Takes the focus when the focused control inside is removed or disabled, so that Tab continues from here and not from the
 * top of the page; also when a dialog opened from inside closes after its button is gone.
 */
export const KeepFocus = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div tabIndex={-1} className={className} {...focusHomeMark}>
    {children}
  </div>
);
