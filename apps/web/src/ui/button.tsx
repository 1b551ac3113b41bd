import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant =
  'primary' | 'secondary' | 'quiet' | 'attention' | 'attention-secondary' | 'attention-quiet' | 'bar';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-brand text-on-brand border-transparent hover:not-disabled:bg-brand-deep active:not-disabled:bg-brand-deep',
  secondary: 'bg-surface text-ink border-edge/70 hover:not-disabled:bg-sunken active:not-disabled:bg-sunken',
  quiet: 'bg-transparent text-brand border-transparent hover:not-disabled:bg-brand-soft',
  attention: 'bg-attention text-on-attention border-transparent hover:not-disabled:bg-attention-deep',
  'attention-secondary': 'bg-surface text-attention border-edge/70 hover:not-disabled:bg-attention-soft',
  'attention-quiet': 'bg-transparent text-attention border-transparent hover:not-disabled:bg-attention-soft',
  bar: 'bg-transparent text-on-bar border-transparent hover:not-disabled:bg-bar-raised on-bar-focus',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-8 px-2.5 text-sm gap-1.5 pointer-coarse:min-h-10',
  medium: 'min-h-9 px-3.5 text-base gap-2 pointer-coarse:min-h-11',
  large: 'min-h-11 px-5 text-base gap-2',
};

/** The styles of a button, for elements that are not one of the components below. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return classNames(
    'inline-flex items-center justify-center rounded-md border font-semibold whitespace-nowrap select-none',
    'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 no-underline',
    variants[variant],
    sizes[size],
    className,
  );
}

interface Looks {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shown before the text; an icon of 1em. */
  icon?: ReactNode;
}

export interface ButtonProps extends ComponentProps<'button'>, Looks {
  /** While true, the button cannot be pressed, but stays focusable and keeps its width. */
  busy?: boolean;
  /** Replaces the text while busy, such as 'Saving...'. */
  busyLabel?: string;
  /** Another button is busy: this one can't be pressed, but stays focusable, unlike a disabled one. */
  waiting?: boolean;
}

/** A button with text. `type` is 'button' by default. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  busy = false,
  busyLabel,
  waiting = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const overlay = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-[inherit]';
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || waiting || undefined}
      onClick={busy || waiting ? (event) => event.preventDefault() : onClick}
      className={buttonClass(
        variant,
        size,
        classNames(busy && 'cursor-progress', waiting && !busy && 'cursor-progress opacity-55', className),
      )}
    >
      <span className="inline-grid gap-[inherit]">
        <span className={classNames(overlay, busy && 'invisible')} aria-hidden={busy || undefined}>
          {icon}
          {children}
        </span>
        {busyLabel !== undefined || busy ? (
          <span className={classNames(overlay, !busy && 'invisible')} aria-hidden={!busy || undefined}>
            <Spinner />
            {busyLabel ?? <span className="sr-only">{children}</span>}
          </span>
        ) : null}
      </span>
    </button>
  );
}

/** A link styled as a button, for navigation; use {@link Button} for actions. */
export function ButtonLink({
  variant = 'secondary',
  size = 'medium',
  icon,
  className,
  children,
  ...rest
}: LinkProps & Looks) {
  return (
    <Link {...rest} className={buttonClass(variant, size, className)}>
      {icon}
      {children}
    </Link>
  );
}
