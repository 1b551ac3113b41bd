import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { useDialogFocus } from './use-dialog-focus.ts';

export interface DialogProps {
  open: boolean;
  /** Called with false when the person closes it with Escape, the cross or (without a form) the backdrop. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom; the main one last. */
  actions?: ReactNode;
  width?: 'small' | 'medium' | 'large';
  /** False for a dialog that must be answered: no cross, no Escape, no backdrop. */
  dismissible?: boolean;
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' };

/** The surface of everything that floats above the page. */
export const backdropClass = classNames(
  'fixed inset-0 bg-[rgb(20_24_18/0.5)] transition-opacity duration-150',
  'data-starting-style:opacity-0 data-ending-style:opacity-0 print:hidden',
);

export const dialogPopupClass = classNames(
  'fixed inset-x-0 bottom-0 mx-auto flex max-h-[92dvh] w-full flex-col rounded-t-lg border border-line bg-surface shadow-pop',
  'sm:top-1/2 sm:bottom-auto sm:w-[calc(100vw-3rem)] sm:-translate-y-1/2 sm:rounded-lg',
  'transition-[opacity,translate] duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0',
  'max-sm:data-starting-style:translate-y-8 max-sm:data-ending-style:translate-y-8 outline-none',
);

/**
 * A modal dialog; on a phone at the bottom. A form that Enter submits goes around the children, and its submit button
 * in `actions` names it with the `form` attribute.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  width = 'medium',
  dismissible = true,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const focus = useDialogFocus(popup);
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        // An accidental click outside must not lose what was typed.
        const slipped = details.reason === 'outside-press' && popup.current?.querySelector('form');
        if (!next && (!dismissible || slipped)) details.cancel();
        else onOpenChange(next);
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          ref={popup}
          inert={!open}
          {...focus}
          className={classNames(dialogPopupClass, widths[width])}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <BaseDialog.Title className="text-lg font-bold">{title}</BaseDialog.Title>
              {description ? (
                <BaseDialog.Description className="mt-0.5 text-ink-soft">
                  {description}
                </BaseDialog.Description>
              ) : null}
            </div>
            {dismissible ? (
              <BaseDialog.Close render={<IconButton label="Close" icon={<X />} className="-mt-1 -mr-2" />} />
            ) : null}
          </header>
          {children ? <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-4">{children}</div> : null}
          {actions ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 max-sm:*:flex-1">
              {actions}
            </footer>
          ) : null}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
