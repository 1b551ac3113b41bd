import { useEffect, useId, useRef, type ReactNode } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

interface SectionProps {
  step: number;
  title: string;
  state: 'open' | 'chosen' | 'later';
  /** What was chosen. */
  summary?: ReactNode;
  changeLabel?: string;
  onChange?: () => void;
  /** Whether it takes the focus when it opens: not for the first of a new page. */
  takesFocus?: boolean;
  children?: ReactNode;
}

/** A step of the booking: open, or a line with what was chosen. */
export function Section({
  step,
  title,
  state,
  summary,
  changeLabel,
  onChange,
  takesFocus = false,
  children,
}: SectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpen = state === 'open';
  useEffect(() => {
    if (!isOpen || !takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, takesFocus]);
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'rounded-lg border border-line bg-surface shadow-card',
        isOpen ? 'px-4 pt-4 pb-5 sm:px-6 sm:pt-5 sm:pb-6' : 'px-4 py-3 sm:px-6',
      )}
    >
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={classNames(
            'figures grid size-7 shrink-0 place-items-center rounded-full text-sm font-bold',
            state === 'later' ? 'bg-sunken text-ink-soft' : 'bg-brand text-on-brand',
          )}
        >
          {state === 'chosen' ? '✓' : step}
        </span>
        <div className="min-w-0 flex-1">
          <h2
            ref={heading}
            id={id}
            tabIndex={-1}
            className={classNames(
              'scroll-mt-4 outline-none',
              isOpen ? 'text-lg font-bold' : 'text-sm font-semibold text-ink-soft',
            )}
          >
            {title}
          </h2>
          {state === 'chosen' ? <div className="figures font-semibold wrap-anywhere">{summary}</div> : null}
        </div>
        {state === 'chosen' && onChange ? (
          <button type="button" onClick={onChange} className={buttonClass('quiet', 'medium', '-mr-2')}>
            Change<span className="sr-only"> {changeLabel}</span>
          </button>
        ) : null}
      </div>
      {isOpen ? <div className="mt-4">{children}</div> : null}
    </section>
  );
}
