/** Stands for a part that the server could not read in time: it says so once among the findings, and tries again. */
export function UnreadPanel({ what }: { what: string }) {
  return (
    <p className="px-4 py-6 text-center text-ink-soft">{what} couldn’t be loaded. Retrying automatically.</p>
  );
}
