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

function FieldValue({ field }: { field: CustomField }) {
  const text = customFieldText(field, useFormats());
  if (text === null) {
    return field.required === '1' ? (
      <span className="font-medium text-pending">Not filled in</span>
    ) : (
      <span className="text-ink-soft">Not filled in</span>
    );
  }
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

/** What the practice asks about its appointments besides the usual; no card for a practice that asks nothing. */
export function CustomFieldsCard({ fields }: { fields: readonly CustomField[] }) {
  if (fields.length === 0) return null;
  return (
    <Card title="Additional Custom Fields">
      <Facts>
        {fields
          .toSorted((one, other) => one.display_order - other.display_order)
          .map((field) => (
            <Fact key={field.field_id} label={field.field_label} width={widthOf(field)}>
              <FieldValue field={field} />
            </Fact>
          ))}
      </Facts>
    </Card>
  );
}
