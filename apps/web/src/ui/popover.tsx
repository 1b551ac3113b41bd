import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Surface of menus, popovers and lists that open from a control. */
export const floatingClass = classNames(
  'rounded-lg border border-line bg-surface text-ink shadow-pop outline-none',
  'origin-(--transform-origin) transition-[opacity,scale] duration-100',
  'data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0',
);

export interface PopoverProps {
  /** The button that opens it, such as an `IconButton`. */
  trigger: ReactElement<Record<string, unknown>>;
  title: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A small titled panel next to the control that opens it. */
export function Popover({ trigger, title, children, align = 'end', open, onOpenChange }: PopoverProps) {
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-40">
          <BasePopover.Popup
            className={classNames(
              floatingClass,
              'flex max-h-[min(var(--available-height),32rem)] w-88 max-w-[calc(100vw-1rem)] flex-col',
            )}
          >
            <BasePopover.Title className="border-b border-line px-4 py-2.5 font-bold">
              {title}
            </BasePopover.Title>
            <div className="min-h-0 overflow-y-auto">{children}</div>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
