/** Notes with their line breaks; `none` if there are none. */
export function NotesText({ notes, none }: { notes: string | null; none: string }) {
  return notes ? (
    <p className="max-w-prose wrap-anywhere whitespace-pre-line">{notes}</p>
  ) : (
    <p className="text-ink-soft">{none}</p>
  );
}
