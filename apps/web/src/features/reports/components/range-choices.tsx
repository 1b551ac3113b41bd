import { useFormats, usePractice } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { wholeRangesBefore, type WholeRange } from '../period-choice.ts';

/** Buttons for the last complete week, month and year, by the practice's clock and the first day of its week. */
export function RangeChoices({ onChoose }: { onChoose: (range: WholeRange) => void }) {
  const today = useFormats().today();
  const weekStart = usePractice()?.week_starts_on === 'monday' ? 1 : 0;
  return (
    <div role="group" aria-label="Quick date ranges" className="flex flex-wrap gap-1.5">
      {wholeRangesBefore(today, weekStart).map(({ name, range }) => (
        <Button key={name} size="small" onClick={() => onChoose(range)}>
          {name}
        </Button>
      ))}
    </div>
  );
}
