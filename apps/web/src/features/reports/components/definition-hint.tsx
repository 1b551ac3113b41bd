import { reportDefinitions, type ReportDefinition } from '@burrow/contracts/report-definitions';
import { Info } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { DefinitionList } from './definition-list.tsx';

/** A small button beside a figure that explains how it is counted. */
export function DefinitionHint({ of }: { of: readonly ReportDefinition[] }) {
  const names = of.map((definition) => reportDefinitions[definition].name).join(', ');
  return (
    <Popover
      title="How this is counted"
      trigger={
        <IconButton
          label={`How this is counted: ${names}`}
          icon={<Info aria-hidden="true" className="size-4" />}
          className="-mx-2 -my-2 pointer-coarse:-mx-3 pointer-coarse:-my-3 print:hidden"
        />
      }
    >
      <DefinitionList of={of} className="px-4 py-3" />
    </Popover>
  );
}
