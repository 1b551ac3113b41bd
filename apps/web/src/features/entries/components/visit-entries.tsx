import { Trash2 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { incompleteText } from '../../../lib/form-problems.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useMedicines } from '../../medicines/queries.ts';
import { doseFor, filledFrom, type EntryText, type EntryTextField } from '../entry-values.ts';
import { kindLabels } from '../entry-words.ts';
import { MedicinePicker } from '../forms/medicine-picker.tsx';
import type { DraftEntry } from '../visit-draft.ts';

/** Edits an entry's text; see `edited`. */
export type ChangeText = (text: Partial<EntryText>, isHalfTyped?: boolean) => void;

/** The props of a control of an entry that is being written. */
export const controlOf = (entry: DraftEntry, name: EntryTextField, change: ChangeText) => ({
  value: entry.text[name],
  maxLength: rulesOfCommand('entry_add')[name]?.maxLength,
  onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
});

/** The same for a date. A browser reports no input for half of one in an empty field, so the field is read on leaving it too. */
function dateControlOf(entry: DraftEntry, name: EntryTextField, change: ChangeText) {
  const isHalfTyped = entry.halfTyped.includes(name);
  return {
    ...controlOf(entry, name, change),
    error: isHalfTyped ? incompleteText : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      change({ [name]: target.value }, target.validity.badInput),
    onBlur: ({ target }: { target: HTMLInputElement }) => {
      const { badInput } = target.validity;
      if (badInput !== isHalfTyped) change({ [name]: target.value }, badInput);
    },
  };
}

function Row({
  entry,
  label,
  onRemove,
  children,
}: {
  entry: DraftEntry;
  label: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-semibold text-ink-soft">{label}</legend>
      <div className="flex gap-2 max-sm:flex-col">
        <div className="grid min-w-0 flex-1 grid-cols-2 items-start gap-3 sm:grid-cols-4">{children}</div>
        <IconButton
          label={`Remove ${label.toLowerCase()}`}
          icon={<Trash2 className="size-4" />}
          className="max-sm:self-end sm:mt-5"
          data-entry={entry.client_key}
          onClick={onRemove}
        />
      </div>
    </fieldset>
  );
}

/** A vaccination or a treatment of the visit; the choice of the product fills the rest. */
export function GivenRow({
  entry,
  label,
  weight,
  givenOn,
  isFresh,
  onChange,
  onRemove,
}: {
  entry: DraftEntry;
  label: string;
  weight: string | null;
  /** The day that it gets, from which it is due again. */
  givenOn: string;
  /** It was just added, so its first field gets the focus. */
  isFresh: boolean;
  onChange: ChangeText;
  onRemove: () => void;
}) {
  const medicines = useMedicines().data ?? [];
  const product = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFresh) product.current?.focus();
  }, [isFresh]);
  const { kind, text } = entry;
  const chosen = medicines.find(({ id }) => String(id) === text.medicine_id) ?? null;
  const dose = kind === 'treatment' ? doseFor(chosen, weight) : null;
  const control = (name: EntryTextField) => controlOf(entry, name, onChange);
  const dateControl = (name: EntryTextField) => dateControlOf(entry, name, onChange);
  return (
    <Row entry={entry} label={label} onRemove={onRemove}>
      <MedicinePicker
        label={kind === 'vaccination' ? 'Vaccine' : 'Product'}
        className="col-span-2"
        kind={kind}
        product={text.product}
        medicineId={text.medicine_id}
        hint={dose === null ? undefined : `Dose for ${weight} kg: ${dose}`}
        inputRef={product}
        onType={(typed) => onChange({ product: typed, medicine_id: '' })}
        onChoose={(medicine) => onChange(filledFrom(medicine, kind, givenOn))}
      />
      <TextField {...control('batch')} label="Batch" autoComplete="off" inputClassName="figures" />
      <DateInput {...dateControl('expiry')} label="Expiry" />
      <TextField {...control('manufacturer')} label="Manufacturer" className="max-sm:col-span-2" />
      {kind === 'vaccination' ? (
        <>
          <DateInput {...dateControl('next_due_on')} label="Next due" min={givenOn} />
          <TextField {...control('site')} label="Site" />
        </>
      ) : (
        <>
          <TextField {...control('quantity')} label="Quantity" inputMode="decimal" />
          <TextField {...control('unit')} label="Unit" />
          <TextField {...control('route')} label="Route" className="max-sm:col-span-2" />
        </>
      )}
    </Row>
  );
}

/** 'Vaccination', or 'Vaccination 2' if there are several. */
export function labelOf(entry: DraftEntry, all: readonly DraftEntry[]): string {
  const same = all.filter(({ kind }) => kind === entry.kind);
  const place = same.indexOf(entry) + 1;
  return same.length > 1 ? `${kindLabels[entry.kind]} ${place}` : kindLabels[entry.kind];
}
