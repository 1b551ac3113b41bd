import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' };

const sheetClass = classNames(
  'm-0 mx-auto mt-auto flex max-h-[92dvh] w-full max-w-none flex-col rounded-t-lg border border-line bg-surface p-0',
  'text-ink shadow-pop outline-none sm:m-auto sm:w-[calc(100vw-3rem)] sm:rounded-lg',
  'backdrop:bg-[rgb(20_24_18/0.5)] transition-[opacity,translate] duration-150 starting:opacity-0',
  'max-sm:starting:translate-y-8',
);

const field = 'form :is(input:not([type=hidden]), select, textarea):enabled';

/** The initial focus: the first field, but not on touch screens, where the keyboard would cover the content. */
function beginning(dialog: HTMLDialogElement): HTMLElement {
  const said = dialog.querySelector<HTMLElement>('[data-dialog-beginning]');
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  return said ?? (isTouch ? null : dialog.querySelector<HTMLElement>(field)) ?? dialog;
}

/** For a form that appears in a {@link NativeDialog} later: focuses it as if it had been there from the start. */
export function useLateBeginning(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const dialog = form.current?.closest('dialog');
    if (dialog && document.activeElement === dialog) beginning(dialog).focus();
  }, [form]);
}

/**
 * Keeps the page in place while a dialog hides its scrollbar. Without a scrollbar, no space is reserved.
 * @returns a function that undoes it
 */
function keepScrollbarFree(): () => void {
  const { style, clientWidth } = document.documentElement;
  const before = style.scrollbarGutter;
  if (window.innerWidth > clientWidth) style.scrollbarGutter = 'stable';
  return () => {
    style.scrollbarGutter = before;
  };
}

/**
 * Like {@link Dialog}, but based on the browser's own element, which keeps and returns the focus. For the portal, where
 * every kilobyte is downloaded on a phone. Escape and the cross close it, but not a click outside.
 */
export function NativeDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  width = 'medium',
  dismissible = true,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Close it before the element is removed, so that it can return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!open || shown === null) return undefined;
    const undo = keepScrollbarFree();
    shown.showModal();
    beginning(shown).focus();
    return () => {
      shown.close();
      undo();
    };
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={classNames(sheetClass, widths[width])}
      // A dialog nested in this one closes without it, because React bubbles its events.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (dismissible) onOpenChange(false);
      }}
      // Pressed repeatedly, Escape closes the element without asking. Reopen it and let the owner decide.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || currentTarget.open) return;
        currentTarget.showModal();
        if (dismissible) onOpenChange(false);
      }}
    >
      <header className="flex items-start gap-3 px-5 pt-4 pb-3">
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className="text-lg font-bold">
            {title}
          </h2>
          {description ? (
            <p id={`${id}-description`} className="mt-0.5 text-ink-soft">
              {description}
            </p>
          ) : null}
        </div>
        {dismissible ? (
          <IconButton
            label="Close"
            icon={<X aria-hidden="true" />}
            className="-mt-1 -mr-2"
            onClick={() => onOpenChange(false)}
          />
        ) : null}
      </header>
      {/* Not flex-1: where the content sets the height of a dialog, WebKit reads its zero basis as no content. */}
      {children ? <div className="min-h-0 flex-auto overflow-y-auto px-5 pb-4">{children}</div> : null}
      {actions ? (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 max-sm:*:flex-1">
          {actions}
        </footer>
      ) : null}
    </dialog>
  );
}
