import { RotateCw } from 'lucide-react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { useReading } from '../use-reading.ts';
import { useUpdateNotice } from '../use-update-notice.ts';

/** Reads all figures of the page again, and tells when they were last read. Null while there are none to read. */
export function RefreshLine({ choice, disabled }: { choice: PeriodChoice | null; disabled: boolean }) {
  const formats = useFormats();
  const { readAt, isReading, readAgain } = useReading();
  const { notice, expect } = useUpdateNotice(choice, isReading);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="figures min-h-5 text-sm text-ink-soft">
        {readAt === null ? null : `Last updated ${formats.timeOf(new Date(readAt).toISOString())}`}
      </p>
      <p role="status" className="sr-only">
        {notice}
      </p>
      <Button
        className="print:hidden"
        icon={<RotateCw aria-hidden="true" className="size-4" />}
        disabled={disabled}
        busy={isReading}
        onClick={() => {
          expect();
          readAgain();
        }}
      >
        Refresh
      </Button>
    </div>
  );
}
