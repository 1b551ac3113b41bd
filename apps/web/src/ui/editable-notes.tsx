import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from '../lib/use-form.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { FormButtons } from './form-buttons.tsx';
import { Form } from './form.tsx';
import { NotesText } from './notes-text.tsx';
import { TextArea } from './text-area.tsx';
import { toast } from './toast.ts';

export interface EditableNotesProps {
  /** The card's heading. */
  title: string;
  /** The name of the text for screen readers. */
  label: string;
  /** A note, such as who else can read it. */
  hint?: ReactNode;
  notes: string | null;
  placeholder: string;
  maxLength: number | undefined;
  /** Saves the notes; null clears them. */
  save: (notes: string | null) => Promise<unknown>;
  /** The sentence before the reason when saving fails. */
  failure?: string;
  /** Shown where there are no notes. */
  none?: string;
  /** The subject of the toast after saving, see `ToastOptions`. */
  about?: string;
}

function NotesEditor({
  notes,
  label,
  placeholder,
  maxLength,
  failure = 'Failed to update notes',
  save,
  onSaved,
  onCancel,
}: Pick<EditableNotesProps, 'label' | 'placeholder' | 'maxLength' | 'failure' | 'save'> & {
  notes: string;
  onSaved: (notes: string) => void;
  onCancel: () => void;
}) {
  // The notes when editing began, to notice changes by others.
  const [began] = useState(notes);
  const form = useForm({
    draft: label,
    values: { notes: began },
    rules: { notes: { maxLength } },
    send: async ({ notes: text }) => {
      await save(text.trim() || null);
      onSaved(text.trim());
    },
    failure,
  });
  const area = useRef<HTMLTextAreaElement>(null);
  // The person pressed Edit to write, so the cursor goes after the existing text.
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);
  return (
    <Form
      form={form}
      className="flex flex-col gap-3"
      onEscape={() => {
        if (!form.changed) onCancel();
      }}
    >
      {notes === began || notes === form.values.notes.trim() ? null : (
        <Banner tone="warning" alert>
          <p className="font-semibold">Someone else changed these notes. Saving replaces:</p>
          <p className="whitespace-pre-line">{notes || '(empty)'}</p>
        </Banner>
      )}
      <TextArea
        {...form.field('notes')}
        label={label}
        hideLabel
        ref={area}
        rows={5}
        error={form.errors.notes ?? form.problem ?? undefined}
        placeholder={placeholder}
      />
      <div className="flex justify-end gap-2">
        <FormButtons form={form} onCancel={onCancel} />
      </div>
    </Form>
  );
}

/** The notes to show: those just saved, until the page has refetched them. */
function useShownNotes(notes: string): [string, (saved: string) => void] {
  const [saved, setSaved] = useState<{ text: string; over: string } | null>(null);
  if (saved !== null && saved.over !== notes) setSaved(null);
  return [saved?.over === notes ? saved.text : notes, (text) => setSaved({ text, over: notes })];
}

/** A card of notes that can be edited in place. */
export function EditableNotes({
  title,
  hint,
  notes: written,
  none = 'No notes yet',
  about,
  ...editor
}: EditableNotesProps) {
  const [notes, showSaved] = useShownNotes(written ?? '');
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    // Render at once, so that the button exists again and can get the focus.
    flushSync(() => setEditing(false));
    editButton.current?.focus({ preventScroll: true });
  };
  return (
    <Card
      title={title}
      actions={
        editing ? null : (
          <Button
            ref={editButton}
            size="small"
            className="-my-1 print:hidden"
            icon={<Pencil aria-hidden="true" className="size-4" />}
            onClick={() => setEditing(true)}
          >
            Edit<span className="sr-only"> notes</span>
          </Button>
        )
      }
    >
      {hint ? <p className="mb-2 text-sm text-ink-soft">{hint}</p> : null}
      {editing ? (
        <NotesEditor
          {...editor}
          notes={notes}
          onSaved={(saved) => {
            showSaved(saved);
            close();
            toast.success('Notes saved', about === undefined ? {} : { about });
          }}
          onCancel={close}
        />
      ) : (
        <NotesText notes={notes} none={none} />
      )}
    </Card>
  );
}
