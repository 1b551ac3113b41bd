import { useFormats } from '../../../lib/practice.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import type { WeightDoubt } from '../weights.ts';

/** Asks whether an unlikely weight is right. */
export function WeightDoubtBanner({ doubt, onSave }: { doubt: WeightDoubt; onSave: () => void }) {
  const formats = useFormats();
  return (
    <Banner
      tone="warning"
      alert
      action={
        <Button size="small" onClick={onSave}>
          Save anyway
        </Button>
      }
    >
      {oddity(doubt, formats)} Save anyway?
    </Banner>
  );
}

function oddity(doubt: WeightDoubt, formats: ReturnType<typeof useFormats>): string {
  if (doubt.is === 'twice') return `This weight is already recorded for ${formats.day(doubt.day)}.`;
  if (doubt.is === 'implausible') {
    const comparison = doubt.isHigh ? 'more' : 'less';
    return `${formats.number(doubt.kilograms)} kg is ${comparison} than ${doubt.called} usually weighs.`;
  }
  const comparison = doubt.percent > 0 ? 'more' : 'less';
  return `That is ${formats.number(Math.abs(doubt.percent))}% ${comparison} than on ${formats.day(doubt.day)}.`;
}
