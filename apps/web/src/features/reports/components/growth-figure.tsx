import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { defaultPracticeLocale } from '../../../lib/format.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { comparedPhrase, type ComparedDays } from '../period-words.ts';

/**
 * The change of a figure from the previous period: an arrow and words, so that it does not depend on colour, and the
 * compared days.
 */
export function GrowthFigure({ percent, days }: { percent: number | null; days: ComparedDays }) {
  const formats = useFormats();
  const { locale } = usePractice() ?? defaultPracticeLocale;
  if (percent === null) return <span className="font-normal text-ink-soft">No earlier figure</span>;
  const written = formats.percent(Math.abs(percent));
  const [Icon, word, tone] =
    percent > 0
      ? [TrendingUp, `Up ${written}`, 'text-confirmed']
      : percent < 0
        ? [TrendingDown, `Down ${written}`, 'text-attention']
        : [Minus, 'No change', 'text-ink-soft'];
  return (
    <span>
      <Icon aria-hidden="true" className={`mr-1.5 inline size-[1.15em] ${tone}`} />
      <span className={tone}>{word}</span>{' '}
      <span className="inline-block text-sm font-normal text-ink-soft">{comparedPhrase(days, locale)}</span>
    </span>
  );
}
