import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { failureText } from '../lib/failure-text.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { NotesText } from './notes-text.tsx';
import { TextArea } from './text-area.tsx';
import { toast } from './toast.ts';

/** How notes are saved: what `useCommand` answers, with a `mutate` that takes the notes alone; null clears them. */
export interface NotesSaving {
  isPending: boolean;
  error: unknown;
  reset: () => void;
  mutate: (notes: string | null, options: { onSuccess: () => void }) => void;
}

export interface EditableNotesProps {
  /** The card's heading. */
  title: string;
  /** Names the text for the screen reader. */
  label: string;
  /** Who else reads it, for example. */
  hint?: ReactNode;
  notes: string | null;
  placeholder: string;
  maxLength: number | undefined;
  save: NotesSaving;
  /** The sentence before the reason when saving fails. */
  failure?: string;
  /** Shown where there are no notes. */
  none?: string;
  /** What the message about saving is about, see `ToastOptions`. */
  about?: string;
}

interface Draft {
  text: string;
  /** What the notes were when the editing began, to notice when somebody else changes them. */
  began: string;
}

function NotesEditor({
  draft,
  notes,
  label,
  placeholder,
  maxLength,
  busy,
  error,
  onChange,
  onSave,
  onCancel,
}: Pick<EditableNotesProps, 'label' | 'placeholder' | 'maxLength'> & {
  draft: Draft;
  notes: string;
  busy: boolean;
  error: string | undefined;
  onChange: (text: string) => void;
  onSave: () => void;
  onCancel: () => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  // Opened by its own button: the next thing the person does is write, after what is there.
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !busy) onSave();
    if (event.key === 'Escape' && draft.text === draft.began) onCancel();
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {notes === draft.began ? null : (
        <Banner tone="warning" alert>
          <p className="font-semibold">Someone else changed these notes. Saving replaces:</p>
          <p className="whitespace-pre-line">{notes || '(empty)'}</p>
        </Banner>
      )}
      <TextArea
        label={label}
        hideLabel
        ref={area}
        maxLength={maxLength}
        rows={5}
        value={draft.text}
        error={error}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={placeholder}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button
          variant="primary"
          type="submit"
          busy={busy}
          busyLabel="Saving..."
          title="Ctrl + Enter"
          aria-keyshortcuts="Control+Enter"
        >
          Save
        </Button>
      </div>
    </form>
  );
}

/** The notes as they are known: what was saved a moment ago stands until the page has read it again. */
function useShownNotes(notes: string): [string, (saved: string) => void] {
  const [saved, setSaved] = useState<{ text: string; over: string } | null>(null);
  if (saved !== null && saved.over !== notes) setSaved(null);
  return [saved?.over === notes ? saved.text : notes, (text) => setSaved({ text, over: notes })];
}

/** A card of notes that are edited in place. */
export function EditableNotes({
  title,
  label,
  hint,
  notes: written,
  placeholder,
  maxLength,
  save,
  failure = 'Failed to update notes',
  none = 'No notes yet',
  about,
}: EditableNotesProps) {
  const [notes, showSaved] = useShownNotes(written ?? '');
  const [draft, setDraft] = useState<Draft | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    // At once, so that the button is there again to take the focus back.
    flushSync(() => setDraft(null));
    editButton.current?.focus({ preventScroll: true });
    save.reset();
  };
  const submit = (text: string) =>
    save.mutate(text.trim() || null, {
      onSuccess: () => {
        showSaved(text.trim());
        close();
        toast.success('Notes saved', about === undefined ? {} : { about });
      },
    });
  return (
    <Card
      title={title}
      actions={
        draft === null ? (
          <Button
            ref={editButton}
            size="small"
            className="-my-1 print:hidden"
            icon={<Pencil aria-hidden="true" className="size-4" />}
            onClick={() => setDraft({ text: notes, began: notes })}
          >
            Edit<span className="sr-only"> notes</span>
          </Button>
        ) : null
      }
    >
      {hint ? <p className="mb-2 text-sm text-ink-soft">{hint}</p> : null}
      {draft === null ? (
        <NotesText notes={notes} none={none} />
      ) : (
        <NotesEditor
          {...{ draft, notes, label, placeholder, maxLength }}
          busy={save.isPending}
          error={save.error ? failureText(failure, save.error) : undefined}
          onChange={(text) => setDraft({ ...draft, text })}
          onSave={() => submit(draft.text)}
          onCancel={close}
        />
      )}
    </Card>
  );
}
