import type { BookingDetail } from '@burrow/contracts/booking';
import { Check, Pencil, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ColumnFact, FactColumns } from '../../../ui/facts.tsx';
import { toast } from '../../../ui/toast.ts';
import { AnswersForm } from '../../custom-fields/components/answers-form.tsx';
import { aboutBooking } from '../about-booking.ts';
import { customFieldText } from '../../custom-fields/answers.ts';

type CustomField = BookingDetail['custom_fields'][number];

/** Longer text gets more columns. */
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

/** The empty fields, the required ones first. */
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
      {optional.length > 0 ? <p className="text-ink-soft">Not completed: {optional.join(', ')}</p> : null}
    </div>
  );
}

/** Answers to archived fields. */
function RetiredFields({ read }: { read: readonly ReadField[] }) {
  if (read.length === 0) return null;
  return (
    <div className="border-t border-line pt-3 text-ink-soft">
      <h3 className="mb-2 text-sm font-semibold">No longer used</h3>
      <Answered read={read} />
    </div>
  );
}

interface ReadField {
  field: CustomField;
  text: string;
}

function Answered({ read }: { read: readonly ReadField[] }) {
  if (read.length === 0) return null;
  return (
    <FactColumns>
      {read.map(({ field, text }) => (
        <ColumnFact key={field.field_id} name={field.field_label} width={widthOf(field)}>
          <FieldValue field={field} text={text} />
        </ColumnFact>
      ))}
    </FactColumns>
  );
}

function FieldsShown({ fields }: { fields: readonly CustomField[] }) {
  const formats = useFormats();
  const read = fields.map((field) => ({ field, text: customFieldText(field, formats) }));
  const answered = read.flatMap(({ field, text }) => (text === null ? [] : [{ field, text }]));
  const [asked, retired] = ['0', '1'].map((flag) => answered.filter(({ field }) => field.retired === flag));
  return (
    <div className="flex flex-col gap-3">
      <Answered read={asked ?? []} />
      <EmptyFields fields={read.filter(({ text }) => text === null).map(({ field }) => field)} />
      <RetiredFields read={retired ?? []} />
    </div>
  );
}

/** The practice's custom fields; no card without any. */
export function CustomFieldsCard({
  booking: { id, status, custom_fields: fields },
}: {
  booking: Pick<BookingDetail, 'id' | 'status' | 'custom_fields'>;
}) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    // Render at once, so that the button exists again and can get the focus.
    flushSync(() => setEditing(false));
    editButton.current?.focus({ preventScroll: true });
  };
  if (fields.length === 0) return null;
  return (
    <Card
      title="Additional Custom Fields"
      actions={
        !editing && status !== 'cancelled' ? (
          <Button
            ref={editButton}
            size="small"
            className="-my-1 print:hidden"
            icon={<Pencil aria-hidden="true" className="size-4" />}
            onClick={() => setEditing(true)}
          >
            Edit<span className="sr-only"> custom fields</span>
          </Button>
        ) : null
      }
    >
      {editing ? (
        <AnswersForm
          bookingId={id}
          fields={fields}
          onSaved={() => toast.success('Custom fields saved', { about: aboutBooking(id) })}
          onClose={close}
        />
      ) : (
        <FieldsShown fields={fields} />
      )}
    </Card>
  );
}
