import { reportDefinitions, type ReportDefinition } from '@burrow/contracts/report-definitions';
import { useShowsMoney } from '../use-shows-money.ts';
import { DefinitionList } from './definition-list.tsx';
import { Disclosure } from './disclosure.tsx';

const all = Object.keys(reportDefinitions) as ReportDefinition[];
const ofMoney = new Set<ReportDefinition>(['revenue', 'average_revenue', 'unpaid', 'paid_bookings']);

/** At the foot of a page of figures: what each of them means. */
export function Definitions() {
  const shown = useShowsMoney() ? all : all.filter((definition) => !ofMoney.has(definition));
  return (
    <Disclosure title="How these figures are counted">
      <DefinitionList of={shown} className="gap-x-8 gap-y-4 md:grid-cols-2" />
    </Disclosure>
  );
}
