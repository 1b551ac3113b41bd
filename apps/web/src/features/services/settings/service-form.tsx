import { useRef } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ColourChoice } from '../../../ui/colour-choice.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import { usePriceLabel } from '../../bookings/forms/use-price-label.ts';
import type { ServiceDraft, ServiceErrors } from '../service-draft.ts';

/** What a service is called, costs and takes. */
export function ServiceForm({
  id,
  draft,
  errors,
  onChange,
  onSubmit,
}: {
  /** Of the form, for the button that submits it from outside. */
  id: string;
  draft: ServiceDraft;
  errors: ServiceErrors;
  onChange: (draft: ServiceDraft) => void;
  onSubmit: () => void;
}) {
  const priceLabel = usePriceLabel();
  const form = useRef<HTMLFormElement>(null);
  useFormKeys(form);
  useFocusFirstWrong(form, errors);
  return (
    <form
      id={id}
      ref={form}
      noValidate
      className="grid grid-cols-2 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField
        name="name"
        label="Name"
        required
        maxLength={200}
        className="col-span-2"
        value={draft.name}
        error={errors.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <TextArea
        name="description"
        label="Description"
        hint="Clients read this when they choose a service."
        rows={2}
        maxLength={1000}
        className="col-span-2"
        value={draft.description}
        error={errors.description}
        onChange={(event) => onChange({ ...draft, description: event.target.value })}
      />
      <NumberField
        name="price"
        label={priceLabel}
        required
        min={0}
        step={0.01}
        value={draft.price}
        error={errors.price}
        onChange={(event) => onChange({ ...draft, price: event.target.value })}
      />
      <NumberField
        name="minutes"
        label="Duration (minutes)"
        required
        min={15}
        step={15}
        value={draft.minutes}
        error={errors.minutes}
        onChange={(event) => onChange({ ...draft, minutes: event.target.value })}
      />
      <div className="col-span-2">
        <ColourChoice value={draft.colour} onChange={(colour) => onChange({ ...draft, colour })} />
      </div>
      <Checkbox
        name="online"
        className="col-span-2"
        label="Bookable online"
        hint="Clients can request it in the portal."
        checked={draft.online}
        onChange={(event) => onChange({ ...draft, online: event.target.checked })}
      />
    </form>
  );
}
