import { Trash2 } from 'lucide-react';
import { usePractice } from '../../../lib/practice.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { DraftErrors, ServiceDraft } from './service-drafts.ts';

/** The fields of one service. */
export function ServiceRow({
  draft,
  number,
  errors,
  disabled,
  onChange,
  onRemove,
}: {
  draft: ServiceDraft;
  /** Its number in the list, from 1. */
  number: number;
  errors: DraftErrors;
  disabled: boolean;
  onChange: (changes: Partial<ServiceDraft>) => void;
  /** Undefined for the only row. */
  onRemove: (() => void) | null;
}) {
  const currency = usePractice()?.currency;
  const locked = disabled || draft.saved;
  const wired = (name: 'name' | 'description' | 'base_price' | 'duration_minutes') => ({
    value: draft[name],
    error: errors[name],
    readOnly: locked,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <fieldset className="rounded-md border border-line px-3 pt-1 pb-3">
      <legend className="px-1 text-sm font-semibold text-ink-soft">
        Service {number}
        {draft.saved ? ' · saved' : ''}
      </legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_8rem_auto]">
        <TextField
          {...wired('name')}
          label="Name"
          maxLength={maxLengthOf('booking_type_insert', 'name')}
          className="max-sm:col-span-2"
        />
        <NumberField {...wired('base_price')} label="Base price" min={0} step={0.01} trailing={currency} />
        <NumberField {...wired('duration_minutes')} label="Duration" min={15} step={15} trailing="min" />
        <TextField
          {...wired('description')}
          label="Description"
          maxLength={maxLengthOf('booking_type_insert', 'description')}
          className="col-span-2 sm:col-span-3"
        />
        {onRemove === null ? null : (
          <IconButton
            label={`Remove service ${number}`}
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            disabled={locked}
            onClick={onRemove}
            className="self-start max-sm:col-span-2 max-sm:justify-self-end sm:col-start-4 sm:row-start-1 sm:mt-6"
          />
        )}
      </div>
    </fieldset>
  );
}
