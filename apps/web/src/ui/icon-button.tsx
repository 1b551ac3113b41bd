import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The label for screen readers and the tooltip. */
  label: string;
  icon: ReactNode;
  /** 'bar' on the dark header. */
  tone?: 'page' | 'bar';
}

export function IconButton({
  label,
  icon,
  tone = 'page',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        'inline-grid size-9 shrink-0 place-items-center rounded-md text-lg transition-colors duration-100',
        'disabled:cursor-not-allowed disabled:opacity-45 pointer-coarse:size-11',
        tone === 'bar'
          ? 'on-bar-focus text-on-bar hover:bg-bar-raised'
          : 'text-ink-soft hover:not-disabled:bg-sunken hover:not-disabled:text-ink',
        className,
      )}
    >
      {icon}
    </button>
  );
}
