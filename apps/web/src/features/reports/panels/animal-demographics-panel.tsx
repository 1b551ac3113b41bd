import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/practice.ts';
import { reportQuery } from '../report-query.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Figures } from '../../../ui/figures.tsx';
import {
  Bar,
  rankedBarClass,
  RankedBars,
  RankedName,
  rankedRowClass,
  shareOf,
} from '../../../ui/ranked-bars.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { speciesKind, type SpeciesKind } from '../../../ui/species-kind.ts';
import { endedOn } from '../period-words.ts';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { FigureWithNote } from './figure-with-note.tsx';

type SpeciesCount = OutputOf<'reports/animal_demographics'>['data']['by_species'][number];

/** How many species are shown before 'Show all'. */
const shownAtFirst = 8;

interface SpeciesColours {
  icon: string;
  bar: string;
}

const anyColours: SpeciesColours = { icon: 'bg-void-soft text-void', bar: 'bg-edge' };
const reptileColours: SpeciesColours = { icon: 'bg-confirmed-soft text-confirmed', bar: 'bg-confirmed' };
const colours: Partial<Record<SpeciesKind, SpeciesColours>> = {
  dog: { icon: 'bg-brand-soft text-brand', bar: 'bg-chart-first' },
  cat: { icon: 'bg-provisional-soft text-provisional', bar: 'bg-provisional' },
  rabbit: { icon: 'bg-pending-soft text-pending', bar: 'bg-pending' },
  bird: { icon: 'bg-holiday/15 text-holiday', bar: 'bg-holiday' },
  fish: { icon: 'bg-progress-soft text-progress', bar: 'bg-progress' },
  reptile: reptileColours,
  turtle: reptileColours,
};

function SpeciesRow({ counted, most, hidden }: { counted: SpeciesCount; most: number; hidden: boolean }) {
  const formats = useFormats();
  const { icon, bar } = colours[speciesKind(counted.species)] ?? anyColours;
  return (
    <li className={classNames(rankedRowClass, hidden && 'hidden print:grid')}>
      <SpeciesIcon
        species={counted.species}
        framed
        colour={icon}
        className="row-span-2 [print-color-adjust:exact]"
      />
      <RankedName name={counted.species} />
      <span className="col-start-3 row-start-1 flex gap-x-3 @md:contents">
        <span className="text-right font-semibold">
          {formats.number(counted.count)}
          <span className="sr-only">{counted.count === 1 ? ' animal' : ' animals'}</span>
        </span>
        <span className="min-w-14 text-right text-ink-soft">{formats.percent(counted.percentage)}</span>
      </span>
      <Bar share={shareOf(counted.count, most)} colour={bar} className={rankedBarClass} />
    </li>
  );
}

function SpeciesList({ species }: { species: readonly SpeciesCount[] }) {
  const listId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const most = Math.max(0, ...species.map(({ count }) => count));
  return (
    <div className="flex flex-col items-start gap-3">
      <div id={listId} className="w-full">
        <RankedBars label="Animals by species" columns={2}>
          {species.map((counted, index) => (
            <SpeciesRow
              key={counted.species}
              counted={counted}
              most={most}
              hidden={!showsAll && index >= shownAtFirst}
            />
          ))}
        </RankedBars>
      </div>
      {species.length > shownAtFirst ? (
        <Button
          variant="quiet"
          className="-ml-3.5 print:hidden"
          aria-expanded={showsAll}
          aria-controls={listId}
          onClick={() => setShowsAll((shown) => !shown)}
        >
          {showsAll ? 'Show fewer' : `Show all ${species.length} species`}
        </Button>
      ) : null}
    </div>
  );
}

type Demographics = OutputOf<'reports/animal_demographics'>;

function TotalAnimals({ demographics: { data, metadata } }: { demographics: Demographics }) {
  const formats = useFormats();
  const lastDay = endedOn(metadata, formats);
  return (
    <FigureWithNote note={lastDay === null ? null : `registered by ${lastDay}`}>
      {formats.number(data.total_animals)}
    </FigureWithNote>
  );
}

/** Active animals registered by the end of a period, by species. */
export function AnimalDemographicsPanel({ choice }: { choice: PeriodChoice }) {
  const query = useQuery(reportQuery('reports/animal_demographics', choice));
  return (
    <ReportPanel
      title="Animal Demographics"
      definitions={['active_patients']}
      query={query}
      failure="Failed to fetch animal demographics data"
      empty={{ isEmpty: query.data?.data.total_animals === 0, text: 'No animal demographics data available' }}
      exportOf={{ report: 'animal_demographics', input: choice }}
    >
      {query.data ? (
        <div className="flex flex-col gap-4">
          <Figures
            figures={[{ label: 'Total Animals', value: <TotalAnimals demographics={query.data} /> }]}
          />
          <SpeciesList species={query.data.data.by_species} />
        </div>
      ) : null}
    </ReportPanel>
  );
}
