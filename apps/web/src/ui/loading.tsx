import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/**
 * A whole area that is loading, with its text ('Loading...' by default). `tall` fills a phone's screen, so that the
 * content below does not visibly move when the area fills.
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
