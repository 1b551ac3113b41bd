import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { aboutBooking } from '../about-booking.ts';
import { toast } from '../../../ui/toast.ts';

interface Draft {
  text: string;
  /** What the notes were when the editing began, to notice when somebody else changes them. */
  began: string;
}

function NotesEditor({
  draft,
  notes,
  busy,
  error,
  onChange,
  onSave,
  onCancel,
}: {
  draft: Draft;
  notes: string;
  busy: boolean;
  error: string | null;
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
          <p className="font-semibold">Somebody else changed these notes. Saving replaces:</p>
          <p className="whitespace-pre-line">{notes || '(empty)'}</p>
        </Banner>
      )}
      <TextArea
        label="Booking notes"
        hideLabel
        ref={area}
        maxLength={5000}
        rows={5}
        value={draft.text}
        error={error ?? undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder="Anything worth knowing about this appointment"
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

/** The appointment's notes, which staff and customer both read, with editing in place. */
export function NotesCard({ bookingId, notes }: { bookingId: number; notes: string }) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const save = useCommand('booking/update_notes');
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    // At once, so that the button is there again to take the focus back.
    flushSync(() => setDraft(null));
    editButton.current?.focus({ preventScroll: true });
    save.reset();
  };
  const submit = (text: string) =>
    save.mutate(
      { booking_id: bookingId, notes: text.trim() || null },
      {
        onSuccess: () => {
          close();
          toast.success('Notes saved', { about: aboutBooking(bookingId) });
        },
      },
    );
  return (
    <Card
      title="Booking Notes"
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
      <p className="mb-2 text-sm text-ink-soft">Visible to staff and customer</p>
      {draft === null ? (
        <p className={notes ? 'whitespace-pre-line' : 'text-ink-soft'}>{notes || 'No notes yet'}</p>
      ) : (
        <NotesEditor
          draft={draft}
          notes={notes}
          busy={save.isPending}
          error={save.isError ? `Failed to update notes. ${messageOf(save.error, '')}`.trim() : null}
          onChange={(text) => setDraft({ ...draft, text })}
          onSave={() => submit(draft.text)}
          onCancel={close}
        />
      )}
    </Card>
  );
}
