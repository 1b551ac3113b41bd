import type { BookingDetail } from '@burrow/contracts/booking';
import { Check, X } from 'lucide-react';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { customFieldText } from '../custom-field-text.ts';
import { Fact, Facts } from './facts.tsx';

type CustomField = BookingDetail['custom_fields'][number];

/** A sentence gets the room for it. */
function widthOf({ field_type: type, value }: CustomField) {
  if (type === 'textarea') return 'full';
  return (value?.length ?? 0) > 24 ? 'double' : 'normal';
}

function FieldValue({ field, text }: { field: CustomField; text: string }) {
  if (field.field_type === 'checkbox') {
    const Mark = text === 'Yes' ? Check : X;
    return (
      <span className="inline-flex items-center gap-1.5">
        <Mark aria-hidden="true" className="size-4 text-ink-soft" />
        {text}
      </span>
    );
  }
  return field.field_type === 'number' || field.field_type === 'slider' ? (
    <span className="figures">{text}</span>
  ) : (
    text
  );
}

/** The fields nobody has filled in, in one line; those that have to be come first. */
function EmptyFields({ fields }: { fields: readonly CustomField[] }) {
  if (fields.length === 0) return null;
  const names = (required: CustomField['required']) =>
    fields.filter((field) => field.required === required).map((field) => field.field_label);
  const [needed, optional] = [names('1'), names('0')];
  return (
    <div className="flex flex-col gap-1">
      {needed.length > 0 ? (
        <p>
          <span className="font-semibold text-pending">Still needed: </span>
          {needed.join(', ')}
        </p>
      ) : null}
      {optional.length > 0 ? <p className="text-ink-soft">Not filled in: {optional.join(', ')}</p> : null}
    </div>
  );
}

/** What the practice asks about its appointments besides the usual; no card for a practice that asks nothing. */
export function CustomFieldsCard({ fields }: { fields: readonly CustomField[] }) {
  const formats = useFormats();
  if (fields.length === 0) return null;
  const read = fields
    .toSorted((one, other) => one.display_order - other.display_order)
    .map((field) => ({ field, text: customFieldText(field, formats) }));
  const filled = read.flatMap(({ field, text }) => (text === null ? [] : [{ field, text }]));
  return (
    <Card title="Additional Custom Fields">
      <div className="flex flex-col gap-3">
        {filled.length > 0 ? (
          <Facts>
            {filled.map(({ field, text }) => (
              <Fact key={field.field_id} label={field.field_label} width={widthOf(field)}>
                <FieldValue field={field} text={text} />
              </Fact>
            ))}
          </Facts>
        ) : null}
        <EmptyFields fields={read.filter(({ text }) => text === null).map(({ field }) => field)} />
      </div>
    </Card>
  );
}
