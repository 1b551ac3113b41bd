import type { BookingFieldRecord } from '@burrow/contracts/custom-field';
import { LayoutTemplate, ListPlus, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { useLast } from '../../../lib/use-last.ts';
import { ArchivedList } from '../../../ui/archived-list.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { OrderedRecords } from '../../settings/components/ordered-records.tsx';
import { questionSummary } from '../field-options.ts';
import { useAllFields } from '../queries.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { TemplateDialog } from './template-dialog.tsx';

type Field = BookingFieldRecord;

type Open =
  { what: 'question'; field: Field | null } | { what: 'retire'; field: Field } | { what: 'template' };

function QuestionRow({ field }: { field: Field }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="font-semibold wrap-anywhere">{field.field_label}</span>
        {field.required === '1' ? <Badge tone="pending">Required</Badge> : null}
      </p>
      <p className="truncate text-sm text-ink-soft">{questionSummary(field)}</p>
    </div>
  );
}

function Questions({ fields, onOpen }: { fields: readonly Field[]; onOpen: (open: Open) => void }) {
  return (
    <OrderedRecords
      label="Custom fields, in the order they appear"
      items={fields}
      nameOf={({ field_label: name }) => name}
      command="booking_fields_order"
      input={(ids) => ({ field_ids: ids })}
      onEdit={(field) => onOpen({ what: 'question', field })}
      onArchive={(field) => onOpen({ what: 'retire', field })}
    >
      {(field) => <QuestionRow field={field} />}
    </OrderedRecords>
  );
}

function NoQuestions({ onOpen }: { onOpen: (open: Open) => void }) {
  return (
    <EmptyState
      icon={<ListPlus />}
      title="No custom fields yet"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => onOpen({ what: 'template' })}>
            Start from a template
          </Button>
          <Button onClick={() => onOpen({ what: 'question', field: null })}>Add custom field</Button>
        </div>
      }
    >
      Extra details to record for each appointment, such as when the animal last ate.
    </EmptyState>
  );
}

function Content({ onOpen }: { onOpen: (open: Open) => void }) {
  const fields = useAllFields();
  return (
    <QueryView query={fields} skeleton={<SkeletonRows rows={5} />} failure="Couldn’t load the custom fields">
      {(data) => <Loaded fields={data} onOpen={onOpen} />}
    </QueryView>
  );
}

const about = (field: BookingFieldRecord): string => `question ${field.id}`;

function useRestoreQuestion() {
  const restore = useCommand('booking_field_restore');
  const run = (field: BookingFieldRecord) =>
    toast.tell(restore.mutateAsync({ field_id: field.id }), {
      done: `“${field.field_label}” restored`,
      failed: 'Couldn’t restore the custom field',
      about: about(field),
    });
  return { run, isBusy: (id: number) => restore.isPending && restore.variables.field_id === id };
}

/** Asks before a custom field is archived. */
function RetireQuestion({
  field,
  open,
  onClose,
}: {
  field: BookingFieldRecord;
  open: boolean;
  onClose: () => void;
}) {
  const restore = useRestoreQuestion();
  return (
    <ConfirmCommand
      command="booking_field_retire"
      input={{ field_id: field.id }}
      open={open}
      onClose={onClose}
      title={`Archive “${field.field_label}”?`}
      confirmLabel="Archive custom field"
      busyLabel="Archiving..."
      failure="Couldn’t archive the custom field."
      done="Custom field archived"
      about={about(field)}
      undo={() => restore.run(field)}
    >
      It won’t appear on new appointments. Existing answers are kept, and you can restore the field at any
      time.
    </ConfirmCommand>
  );
}

function Loaded({ fields, onOpen }: { fields: readonly Field[]; onOpen: (open: Open) => void }) {
  const restore = useRestoreQuestion();
  const asked = useMemo(() => fields.filter(({ retired }) => retired === '0'), [fields]);
  return (
    <KeepFocus>
      {asked.length === 0 ? <NoQuestions onOpen={onOpen} /> : <Questions fields={asked} onOpen={onOpen} />}
      <ArchivedList
        title="Archived custom fields"
        className="border-t border-line px-4 py-3"
        items={fields.filter(({ retired }) => retired === '1')}
        nameOf={(field) => field.field_label}
        isBusy={restore.isBusy}
        onRestore={restore.run}
      />
    </KeepFocus>
  );
}

function OpenDialog({ open, onClose }: { open: Open | null; onClose: () => void }) {
  // Stays mounted while it closes, so that the focus returns before its row disappears.
  const retired = useLast(open?.what === 'retire' ? open.field : null);
  return (
    <>
      {open?.what === 'template' ? <TemplateDialog onClose={onClose} /> : null}
      {open?.what === 'question' ? <QuestionDialog field={open.field} onClose={onClose} /> : null}
      {retired === null ? null : (
        <RetireQuestion key={retired.id} field={retired} open={open?.what === 'retire'} onClose={onClose} />
      )}
    </>
  );
}

/** The practice's custom fields: add, edit, reorder, archive, or start from a template. */
export function CustomFieldsSettings() {
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      <Card
        title="Custom fields"
        flush
        actions={
          <>
            <Button
              size="small"
              icon={<LayoutTemplate aria-hidden="true" className="size-4" />}
              onClick={() => setOpen({ what: 'template' })}
            >
              Start from a template
            </Button>
            <Button
              size="small"
              variant="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onClick={() => setOpen({ what: 'question', field: null })}
            >
              Add custom field
            </Button>
          </>
        }
      >
        <Content onOpen={setOpen} />
      </Card>
      <OpenDialog open={open} onClose={() => setOpen(null)} />
    </>
  );
}
