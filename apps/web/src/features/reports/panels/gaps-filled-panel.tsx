import { isWithoutGaps, waitlistIsOff } from '@burrow/contracts/report-definitions';
import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Bar, shareOf } from '../../../ui/ranked-bars.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { reportQuery } from '../report-query.ts';
import { FigureWithNote } from './figure-with-note.tsx';

type Gaps = OutputOf<'reports/gaps_filled'>;

function Shares({ gaps }: { gaps: Gaps }) {
  const formats = useFormats();
  const shares = [
    { name: 'Offered to the waitlist', part: gaps.offered, all: gaps.freed, of: 'times that came free' },
    { name: 'Offers accepted', part: gaps.filled, all: gaps.offers, of: 'offers made' },
  ];
  return (
    <ul aria-label="Gaps filled" className="figures flex flex-col gap-3">
      {shares.map(({ name, part, all, of }) => (
        <li key={name} className="flex break-inside-avoid flex-col gap-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 font-semibold">{name}</span>
            <span className="font-semibold">{formats.percent(all === 0 ? null : (100 * part) / all)}</span>
          </span>
          <Bar share={shareOf(part, all)} />
          <span className="text-sm text-ink-soft">
            {formats.number(part)} of {formats.number(all)} {of}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Content({ gaps }: { gaps: Gaps }) {
  const formats = useFormats();
  return (
    <div className="flex flex-col gap-5">
      <Figures
        figures={[
          {
            label: 'Times that came free',
            value: (
              <FigureWithNote note={formatDuration(gaps.freed_minutes)}>
                {formats.number(gaps.freed)}
              </FigureWithNote>
            ),
          },
          {
            label: 'Filled',
            value: (
              <FigureWithNote note={formatDuration(gaps.filled_minutes)}>
                {formats.number(gaps.filled)}
              </FigureWithNote>
            ),
          },
          { label: 'Moved earlier', value: formats.number(gaps.moved) },
          ...(gaps.value === null ? [] : [{ label: 'Value', value: formats.money(gaps.value) }]),
        ]}
      />
      <Shares gaps={gaps} />
    </div>
  );
}

/** Times that came free in the period, and what the waitlist filled. */
export function GapsFilledPanel({ choice }: { choice: PeriodChoice }) {
  const query = useQuery(reportQuery('reports/gaps_filled', choice));
  const { data } = query;
  return (
    <ReportPanel
      title="Gaps Filled"
      definitions={['gaps_filled']}
      query={query}
      failure="Failed to fetch gaps filled data"
      empty={{
        isEmpty: data !== undefined && isWithoutGaps(data),
        text: data?.waitlist_off ? waitlistIsOff : 'No times came free in this period.',
      }}
      exportOf={{ report: 'gaps_filled', input: choice }}
    >
      {data ? <Content gaps={data} /> : null}
    </ReportPanel>
  );
}
