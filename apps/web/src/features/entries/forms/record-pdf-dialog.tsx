import type { AnimalRecord } from '@burrow/contracts/animal';
import type { EntryRecord } from '@burrow/contracts/entry-fields';
import { useState } from 'react';
import { downloadDocument } from '../../../lib/download.ts';
import type { Formats } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { entryKinds, headingOf, kindLabels } from '../entry-words.ts';
import { useHealthRecord } from '../queries.ts';

type Range = 'all' | 'days' | 'chosen';

interface Values {
  range: Range;
  from: string;
  to: string;
  chosen: readonly number[];
  refer_to: string;
  reason: string;
}

const ranges = [
  { value: 'all', label: 'The whole record' },
  { value: 'days', label: 'A date range' },
  { value: 'chosen', label: 'Chosen entries' },
] as const;

const entriesOnly = { kinds: entryKinds.join(',') };
const pageSize = 50;

const choiceText = (entry: EntryRecord, formats: Formats): string => {
  const [kind, heading] = [kindLabels[entry.kind], headingOf(entry)];
  return `${formats.date(entry.at)}, ${kind === heading ? kind : `${kind}: ${heading}`}`;
};

/** The entries of the record, to choose from. */
function EntryChoice({
  animalId,
  chosen,
  error,
  onChange,
}: {
  animalId: number;
  chosen: readonly number[];
  error: string | undefined;
  onChange: (chosen: readonly number[]) => void;
}) {
  const formats = useFormats();
  const list = useHealthRecord(animalId, entriesOnly, pageSize);
  if (list.isPending) return <SkeletonRows rows={3} />;
  if (list.data === undefined) return <QueryError query={list} title="Couldn’t load the health record" />;
  const entries = list.rows.flatMap(({ entry }) => entry ?? []);
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Entries ({chosen.length} chosen)</legend>
      {error === undefined ? null : (
        <p role="alert" className="text-sm font-medium text-attention">
          {error}
        </p>
      )}
      <div className="mt-1.5 max-h-64 overflow-y-auto rounded-md border border-line">
        {entries.map((entry) => (
          <Checkbox
            key={entry.id}
            className="border-b border-line px-3 py-2"
            checked={chosen.includes(entry.id)}
            onChange={() => toggle(entry.id)}
            label={choiceText(entry, formats)}
          />
        ))}
        {entries.length === 0 ? <p className="px-3 py-2 text-ink-soft">No entries yet.</p> : null}
        {list.hasNextPage ? (
          <LoadMore
            size={pageSize}
            busy={list.isFetchingNextPage}
            failure={list.isFetchNextPageError ? 'Couldn’t load more entries' : null}
            onMore={() => void list.fetchNextPage()}
          />
        ) : null}
      </div>
    </fieldset>
  );
}

const errorsOf = ({ range, from, to, chosen }: Values) => ({
  from: range === 'days' && from === '' && to === '' ? 'Choose a day.' : undefined,
  to: range === 'days' && from !== '' && to !== '' && to < from ? 'Choose a later day.' : undefined,
  chosen: range === 'chosen' && chosen.length === 0 ? 'Choose at least one entry.' : undefined,
});

const inputOf = (animalId: number, { range, from, to, chosen, refer_to, reason }: Values) => ({
  animal_id: animalId,
  refer_to,
  reason,
  ...(range === 'days' ? { from, to } : {}),
  ...(range === 'chosen' ? { entry_ids: chosen.join(',') } : {}),
});

/** Saves the health record as a PDF: all of it, some days or chosen entries, and on request as a referral. */
export function RecordPdfDialog({ animal, onClose }: { animal: AnimalRecord; onClose: () => void }) {
  const [values] = useState<Values>({
    range: 'all',
    from: '',
    to: '',
    chosen: [],
    refer_to: '',
    reason: '',
  });
  const form = useForm<Values>({
    values,
    draft: null,
    rules: rulesOfCommand('record_pdf'),
    check: errorsOf,
    send: async (chosen) => {
      await downloadDocument('record_pdf', inputOf(animal.id, chosen));
      onClose();
    },
    failure: 'Couldn’t create the PDF',
  });
  const { range, chosen } = form.values;
  return (
    <FormDialog
      form={form}
      title="Save as PDF"
      description={`Health record of ${animal.animal_name}`}
      submitLabel="Save PDF"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <RadioGroup<Range>
        legend="What to include"
        options={ranges}
        value={range}
        onValueChange={(next) => form.set({ range: next })}
      />
      {range === 'days' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <DateInput {...form.field('from')} label="From" />
          <DateInput {...form.field('to')} label="To" />
        </div>
      ) : null}
      {range === 'chosen' ? (
        <EntryChoice
          animalId={animal.id}
          chosen={chosen}
          error={form.errors.chosen}
          onChange={(next) => form.set({ chosen: next })}
        />
      ) : null}
      <TextField
        {...form.field('refer_to')}
        label="Refer to"
        hint="Name the practice to save the PDF as a referral"
      />
      <TextArea {...form.field('reason')} label="Reason for referral" rows={2} />
    </FormDialog>
  );
}
