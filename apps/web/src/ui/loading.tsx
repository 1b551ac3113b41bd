import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/**
 * A whole area that waits, with the words for it ('Loading...' unless told otherwise). `tall` takes a phone's screen, so
 * that what stands below is not seen moving away when the area fills.
 */
export function Loading({
  label = 'Loading...',
  page = false,
  tall = false,
}: {
  label?: string;
  page?: boolean;
  tall?: boolean;
}) {
  return (
    <div
      role="status"
      className={classNames(
        'flex items-center justify-center gap-2.5 text-ink-soft',
        page ? 'min-h-dvh text-lg' : 'px-4 py-10',
        tall && 'max-md:min-h-dvh max-md:items-start',
      )}
    >
      <Spinner />
      {label}
    </div>
  );
}
