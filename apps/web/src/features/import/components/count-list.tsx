import type { ImportCounts } from '@burrow/contracts/import';
import { useFormats } from '../../../lib/practice.ts';

type Line = [name: keyof ImportCounts, label: string];

const first: readonly Line[] = [
  ['clients_created', 'New clients'],
  ['animals_created', 'New animals'],
  ['vaccinations_created', 'New vaccinations'],
  ['problem_rows', 'Rows with a problem'],
  ['notice_rows', 'Rows to check'],
  ['duplicate_rows', 'Rows with nothing new'],
];
/** Most files have none. */
const rare = new Set<keyof ImportCounts>(['vaccinations_created', 'notice_rows']);
const sometimes: readonly Line[] = [
  ['clients_existing', 'Rows with clients already in Burrow'],
  ['clients_repeated', 'Rows repeating a client from an earlier row'],
  ['clients_filled', 'Existing clients updated'],
  ['animals_existing', 'Rows with animals already in Burrow'],
  ['animals_repeated', 'Rows repeating an animal from an earlier row'],
  ['animals_filled', 'Existing animals updated'],
  ['empty_rows', 'Empty rows'],
];

/** The figures of an import or its preview. */
export function CountList({ counts }: { counts: ImportCounts }) {
  const { number } = useFormats();
  const shown = first.filter(([name]) => !rare.has(name) || counts[name] > 0);
  const more = sometimes.filter(([name]) => counts[name] > 0);
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]">
        {shown.map(([name, label]) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="figures text-xl font-bold">{number(counts[name])}</dd>
          </div>
        ))}
      </dl>
      {more.length === 0 ? null : (
        <dl className="mt-4 grid gap-x-6 gap-y-1 border-t border-line pt-3 text-sm text-ink-soft sm:grid-cols-2">
          {more.map(([name, label]) => (
            <div key={name} className="flex justify-between gap-3">
              <dt>{label}</dt>
              <dd className="figures">{number(counts[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
