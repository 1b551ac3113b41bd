import type { ImportStatus } from '@burrow/contracts/import';
import { classNames } from '../../../ui/class-names.ts';

const steps = ['File', 'Columns', 'Check', 'Import', 'Result'] as const;

const at: Record<ImportStatus, number> = {
  uploaded: 1,
  checking: 2,
  checked: 2,
  running: 3,
  done: 4,
  cancelled: 4,
  undoing: 4,
  undone: 4,
};

/** Where an import is on its way. */
export function ImportSteps({ status }: { status: ImportStatus }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-2 gap-y-1 text-sm">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at[status] ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-2 rounded-full px-2.5 py-1 font-semibold',
            index === at[status] ? 'bg-brand text-on-brand' : 'bg-sunken text-ink-soft',
          )}
        >
          <span className="figures" aria-hidden="true">
            {index + 1}
          </span>
          {step}
          {index < at[status] ? <span className="sr-only">(done)</span> : null}
        </li>
      ))}
    </ol>
  );
}
