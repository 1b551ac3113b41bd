import type { ImportDetail } from '@burrow/contracts/import';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { nothingToDo } from '../import-words.ts';
import { CountList } from './count-list.tsx';
import { FindingList } from './finding-list.tsx';

type Choices = Readonly<Record<string, number | null>>;

/** The file's species that the practice does not have, each to add or to import as another one. */
function UnknownSpecies({
  unknown,
  choices,
  onChange,
}: {
  unknown: ImportDetail['unknown_species'];
  choices: Choices;
  onChange: (name: string, speciesId: number | null) => void;
}) {
  const { number } = useFormats();
  const species = useQuery(actionQuery('animal_species', {}));
  const offered = (species.data ?? []).filter(({ active }) => active === '1');
  return (
    <Card title="New species">
      <div className="grid gap-4 sm:grid-cols-2">
        {unknown.map(({ name, rows }) => (
          <Select
            key={name}
            label={`${name} (${number(rows)} ${rows === 1 ? 'row' : 'rows'})`}
            value={String(choices[name] ?? '')}
            emptyLabel={`Add “${name}” to your species`}
            options={offered.map(({ id, name: own }) => ({ value: String(id), label: `Import as ${own}` }))}
            onChange={({ target }) => onChange(name, target.value === '' ? null : Number(target.value))}
          />
        ))}
      </div>
    </Card>
  );
}

const duplicateChoices = [
  { value: 'skip', label: 'Leave them as they are' },
  { value: 'fill', label: 'Fill in empty fields', hint: 'Existing details are never overwritten.' },
] as const;

/** The preview of an import, its choices, and the button that starts it. */
export function CheckStep({ item, onColumns }: { item: ImportDetail; onColumns: () => void }) {
  const run = useCommand('import/run');
  const [duplicates, setDuplicates] = useState<'skip' | 'fill'>('skip');
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(item.unknown_species.map(({ name, species_id }) => [name, species_id])),
  );
  const { counts } = item;
  const idle = nothingToDo(item.counts, duplicates);
  const begin = () =>
    run.mutate({
      import_id: item.id,
      duplicates,
      species: Object.entries(choices).map(([name, species_id]) => ({ name, species_id })),
    });
  return (
    <div className="flex flex-col gap-4">
      <Card title="What will be imported">
        <CountList counts={counts} />
      </Card>
      {item.unknown_species.length === 0 ? null : (
        <UnknownSpecies
          unknown={item.unknown_species}
          choices={choices}
          onChange={(name, id) => setChoices({ ...choices, [name]: id })}
        />
      )}
      {counts.clients_existing === 0 ? null : (
        <Card title="Clients and animals already in Burrow">
          <RadioGroup
            legend="What to do with them"
            options={duplicateChoices}
            value={duplicates}
            onValueChange={setDuplicates}
          />
        </Card>
      )}
      {idle === null ? null : <Banner tone="warning">{idle}</Banner>}
      {run.isError ? <FormProblem>{messageOf(run.error, 'Couldn’t start the import.')}</FormProblem> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={idle !== null}
          busy={run.isPending}
          busyLabel="Starting..."
          onClick={begin}
        >
          Import now
        </Button>
        <Button onClick={onColumns}>Change the columns</Button>
      </div>
      {counts.problem_rows === 0 ? null : <FindingList item={item} kind="problem" />}
      {counts.notice_rows === 0 ? null : <FindingList item={item} kind="notice" />}
      {counts.duplicate_rows === 0 ? null : <FindingList item={item} kind="duplicate" />}
    </div>
  );
}
