import { recallBookedDays } from '@burrow/contracts/care-limits';
import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { narrowCell, narrowNumber } from '../components/narrow-cell.ts';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { reportQuery } from '../report-query.ts';

type Recall = OutputOf<'reports/recall'>;

/** A narrow panel has no room for it. */
const wideOnly = `${narrowNumber} hidden @md:table-cell`;

function TypeTable({ recall: { data, metadata } }: { recall: Recall }) {
  const formats = useFormats();
  const showsMoney = metadata.revenue !== null;
  return (
    <Table caption="Recalls by type" className="figures text-sm">
      <thead>
        <tr>
          <Th className={narrowCell}>Recall type</Th>
          <Th className={narrowNumber}>Due dates</Th>
          <Th className={narrowNumber}>Booked</Th>
          <Th className={wideOnly}>Completed</Th>
          {showsMoney ? <Th className={narrowNumber}>Revenue</Th> : null}
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <Tr key={row.care_type_id}>
            <Td className={`${narrowCell} min-w-25 wrap-anywhere`}>{row.care_type}</Td>
            <Td className={narrowNumber}>{formats.number(row.told)}</Td>
            <Td className={narrowNumber}>{formats.number(row.booked)}</Td>
            <Td className={wideOnly}>{formats.number(row.completed)}</Td>
            {showsMoney ? (
              <Td className={`${narrowNumber} font-semibold`}>{formats.money(row.revenue)}</Td>
            ) : null}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Content({ recall }: { recall: Recall }) {
  const formats = useFormats();
  const { sent, told, booked, completed, revenue } = recall.metadata;
  return (
    <div className="@container flex flex-col gap-5">
      <Figures
        figures={[
          { label: 'Recalls sent', value: formats.number(sent) },
          { label: 'Due dates', value: formats.number(told) },
          { label: `Booked within ${recallBookedDays} days`, value: formats.number(booked) },
          { label: 'Completed', value: formats.number(completed) },
          ...(revenue === null ? [] : [{ label: 'Revenue', value: formats.money(revenue) }]),
        ]}
      />
      <TypeTable recall={recall} />
    </div>
  );
}

/** Recalls that were sent in the period, and what was booked after them, by recall type. */
export function RecallPanel({ choice }: { choice: PeriodChoice }) {
  const query = useQuery(reportQuery('reports/recall', choice));
  return (
    <ReportPanel
      title="Recalls"
      definitions={['recall']}
      query={query}
      failure="Failed to fetch recalls data"
      empty={{ isEmpty: query.data?.metadata.sent === 0, text: 'No recalls in this period.' }}
      exportOf={{ report: 'recall', input: choice }}
    >
      {query.data ? <Content recall={query.data} /> : null}
    </ReportPanel>
  );
}
