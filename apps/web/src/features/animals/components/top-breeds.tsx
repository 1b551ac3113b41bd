import { Link } from 'react-router-dom';
import type { OutputOf } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';

/** The most common breeds with their counts; each finds its animals. */
export function TopBreeds({
  breeds,
  status,
}: {
  breeds: OutputOf<'animals/count'>['top_breeds'];
  /** The filter of the address, which a breed's link keeps. */
  status: string | null;
}) {
  const formats = useFormats();
  return (
    // On a phone always a line of its own, as the skeleton has, however few breeds there are.
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 sm:w-auto">
      <h2 className="text-sm font-semibold text-ink-soft">Most common breeds</h2>
      <ul className="flex flex-wrap gap-1.5">
        {breeds.map(({ breed, count }) => (
          <li key={breed}>
            <Link
              to={paths.animalSearch(breed, status)}
              className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-sm no-underline hover:border-edge hover:bg-sunken pointer-coarse:min-h-9"
            >
              {breed} <span className="figures font-bold">{formats.number(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
