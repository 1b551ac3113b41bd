import { reportDefinitions, type ReportDefinition } from '@burrow/contracts/report-definitions';
import { classNames } from '../../../ui/class-names.ts';

/** Definitions of figures, each under its name. */
export function DefinitionList({ of, className }: { of: readonly ReportDefinition[]; className?: string }) {
  return (
    <dl className={classNames('grid gap-3 text-sm', className)}>
      {of.map((definition) => {
        const { name, meaning } = reportDefinitions[definition];
        return (
          <div key={definition}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        );
      })}
    </dl>
  );
}
