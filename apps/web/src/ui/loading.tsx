import { Spinner } from './spinner.tsx';

/** A whole area that waits, with the words for it ('Loading...' unless told otherwise). */
export function Loading({ label = 'Loading...', page = false }: { label?: string; page?: boolean }) {
  return (
    <div
      role="status"
      className={
        page
          ? 'flex min-h-dvh items-center justify-center gap-2.5 text-lg text-ink-soft'
          : 'flex items-center justify-center gap-2.5 px-4 py-10 text-ink-soft'
      }
    >
      <Spinner />
      {label}
    </div>
  );
}
