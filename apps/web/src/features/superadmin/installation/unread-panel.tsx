/** Replaces a part that the server could not read in time. The reason is among the findings, and it is retried. */
export function UnreadPanel({ what }: { what: string }) {
  return (
    <p className="px-4 py-6 text-center text-ink-soft">{what} couldn’t be loaded. Retrying automatically.</p>
  );
}
