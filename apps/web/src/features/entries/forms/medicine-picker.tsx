import type { EntryKind } from '@burrow/contracts/entry-fields';
import type { MedicineRecord } from '@burrow/contracts/medicine';
import type { Ref } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { useMedicines } from '../../medicines/queries.ts';

const shownMost = 30;

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The medicines of the list for a kind of entry whose name or manufacturer has every typed word. */
function matching(all: readonly MedicineRecord[], kind: EntryKind, typed: string): MedicineRecord[] {
  const words = wordsOf(typed);
  return all
    .filter((medicine) => (medicine.kind === 'vaccine') === (kind === 'vaccination'))
    .filter(({ name, manufacturer }) => {
      const text = `${name} ${manufacturer ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, shownMost);
}

const MedicineRow = ({ medicine }: { medicine: MedicineRecord }) => (
  <>
    <span className="block wrap-anywhere">{medicine.name}</span>
    <span className="figures block text-sm text-ink-soft empty:hidden">
      {[medicine.manufacturer, medicine.last_batch ? `batch ${medicine.last_batch}` : null]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </>
);

/** A product: chosen from the practice's medicines, or any other text. */
export function MedicinePicker({
  label,
  kind,
  product,
  medicineId,
  error,
  hint,
  required = false,
  className,
  inputRef,
  onType,
  onChoose,
}: {
  label: string;
  kind: EntryKind;
  product: string;
  /** The id of the chosen medicine; '' for a product that is not in the list. */
  medicineId: string;
  error?: string | undefined;
  hint?: string | undefined;
  required?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
  onType: (product: string) => void;
  onChoose: (medicine: MedicineRecord) => void;
}) {
  const medicines = useMedicines();
  const all = medicines.data ?? [];
  const chosen = all.find(({ id }) => String(id) === medicineId) ?? null;
  return (
    <Combobox<MedicineRecord>
      {...{ label, required }}
      {...(error === undefined ? {} : { error })}
      {...(hint === undefined ? {} : { hint })}
      {...(className === undefined ? {} : { className })}
      {...(inputRef === undefined ? {} : { inputRef })}
      items={matching(all, kind, chosen?.name === product ? '' : product)}
      itemKey={({ id }) => id}
      itemLabel={({ name }) => name}
      renderItem={(medicine) => <MedicineRow medicine={medicine} />}
      value={chosen}
      onValueChange={(medicine) => (medicine === null ? onType('') : onChoose(medicine))}
      query={product}
      onQueryChange={onType}
      keepsQuery
      busy={medicines.isPending}
      searchError={medicines.isError ? messageOf(medicines.error, 'Couldn’t load the medicines.') : null}
      emptyText="Not in your list. It’s saved as typed."
      placeholder="Choose or type"
    />
  );
}
