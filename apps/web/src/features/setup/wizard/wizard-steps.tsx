import { Check } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';

/** Which step of how many this is. */
export function WizardSteps({ titles, current }: { titles: readonly string[]; current: number }) {
  return (
    <ol aria-label="Steps" className="flex items-center gap-2">
      {titles.map((title, index) => (
        <li
          key={title}
          aria-current={index === current ? 'step' : undefined}
          className="flex min-w-0 items-center gap-2 not-first:before:h-px not-first:before:w-4 not-first:before:bg-edge sm:not-first:before:w-8"
        >
          <span
            aria-hidden="true"
            className={classNames(
              'figures grid size-7 shrink-0 place-items-center rounded-full text-sm font-bold',
              index <= current ? 'bg-brand text-on-brand' : 'bg-sunken text-ink-soft',
            )}
          >
            {index < current ? <Check className="size-4" /> : index + 1}
          </span>
          <span
            className={classNames(
              'truncate text-sm',
              index === current ? 'font-semibold' : 'text-ink-soft max-sm:sr-only',
            )}
          >
            {title}
            {index < current ? <span className="sr-only"> (done)</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
