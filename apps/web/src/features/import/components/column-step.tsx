import type { ImportDetail } from '@burrow/contracts/import';
import type { ImportField } from '@burrow/contracts/import-fields';
import { importFields } from '@burrow/contracts/import-fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Select } from '../../../ui/select.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { chosenField, columnChoices, dateOrders, writtenAs } from '../import-words.ts';

/** One column of the file: its name, samples, and the field it is imported to. */
function ColumnRow({
  heading,
  samples,
  field,
  onChange,
}: {
  heading: string;
  samples: readonly string[];
  field: ImportField | null;
  onChange: (field: ImportField | null) => void;
}) {
  return (
    <Tr className="max-sm:flex max-sm:flex-col max-sm:border-b max-sm:border-line max-sm:py-2">
      <Td className="align-top max-sm:border-0 max-sm:px-4 max-sm:py-0.5">
        <span className="font-semibold wrap-anywhere">{heading}</span>
        <span className="block max-w-96 truncate text-sm text-ink-soft">
          {samples.filter(Boolean).slice(0, 3).join(' · ') || 'empty in the first rows'}
        </span>
      </Td>
      <Td className="sm:w-72 max-sm:border-0 max-sm:px-4 max-sm:py-1">
        <Select
          label={`Field for ${heading}`}
          hideLabel
          value={field ?? ''}
          emptyLabel="Don’t import"
          options={columnChoices}
          onChange={({ target }) => onChange(chosenField(target.value))}
        />
      </Td>
    </Tr>
  );
}

/** The species for animals without one in the file. */
function DefaultSpecies({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const species = useQuery(actionQuery('animal_species', {}));
  const offered = (species.data ?? []).filter(({ active }) => active === '1');
  return (
    <Select
      label="Animals without a species are"
      value={value}
      emptyLabel="Treated as an error"
      options={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Matches the columns to fields, and sets the file's format. */
export function ColumnStep({ item }: { item: ImportDetail }) {
  const check = useCommand('import/check');
  const [columns, setColumns] = useState(item.columns);
  const [hasHeader, setHasHeader] = useState(item.has_header === '1');
  const [dateOrder, setDateOrder] = useState(item.date_order);
  const [species, setSpecies] = useState(item.species_id === null ? '' : String(item.species_id));
  const hasAnimals = columns.some((field) => field !== null && importFields[field].of === 'animal');
  const used = columns.filter((field) => field !== null).length;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate({
          import_id: item.id,
          columns,
          has_header: hasHeader,
          date_order: dateOrder,
          species_id: species === '' ? null : Number(species),
        });
      }}
    >
      <Card title="Match your columns" flush>
        <p className="px-4 py-2.5 text-ink-soft">
          {used} of {columns.length} columns will be imported. {writtenAs(item)}
        </p>
        <Table caption="Columns of the file" className="max-sm:block">
          <thead className="max-sm:hidden">
            <tr>
              <Th>In the file</Th>
              <Th>In Burrow</Th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {columns.map((field, index) => (
              <ColumnRow
                // By index, because two columns can have the same name.
                key={`${index + 1}`}
                heading={item.headers[index] ?? ''}
                samples={item.samples.map((row) => row[index] ?? '')}
                field={field}
                onChange={(next) => setColumns(columns.with(index, next))}
              />
            ))}
          </tbody>
        </Table>
      </Card>
      <Card title="File format">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Dates"
            value={dateOrder}
            options={dateOrders}
            onChange={({ target }) =>
              setDateOrder(dateOrders.find(({ value }) => value === target.value)?.value ?? dateOrder)
            }
          />
          {hasAnimals ? <DefaultSpecies value={species} onChange={setSpecies} /> : null}
          <Checkbox
            label="The first row contains column names"
            checked={hasHeader}
            onChange={({ target }) => setHasHeader(target.checked)}
          />
        </div>
      </Card>
      {check.isError ? (
        <FormProblem>{messageOf(check.error, 'Couldn’t start the check.')}</FormProblem>
      ) : null}
      <div>
        <Button type="submit" variant="primary" busy={check.isPending} busyLabel="Starting...">
          Check the file
        </Button>
        <p className="mt-1.5 text-sm text-ink-soft">Checking doesn’t change anything.</p>
      </div>
    </form>
  );
}
