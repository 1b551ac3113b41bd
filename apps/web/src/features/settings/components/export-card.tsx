import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Info } from 'lucide-react';
import { useState } from 'react';
import { formatBytes, plural } from '../../../lib/format.ts';
import { downloadNatively } from '../../../lib/download.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

type Outcome = 'none' | 'begun' | 'refused';

const number = new Intl.NumberFormat('en-GB');

/** The result of pressing the button; only the browser knows the progress of its download. */
function Told({ outcome }: { outcome: Outcome }) {
  return (
    <div role="status" className="empty:hidden">
      {outcome === 'begun' ? (
        <Banner tone="info" icon={<Info />}>
          The export starts in a moment. Keep your browser open until the download finishes. If it is
          interrupted, start it again.
        </Banner>
      ) : null}
      {outcome === 'refused' ? (
        <FormProblem>
          Couldn’t start the export. Another export may be running, or there were too many requests. Please
          try again in a few minutes.
        </FormProblem>
      ) : null}
    </div>
  );
}

/** 'Export everything': the size of the export, and the button that downloads it. */
export function ExportCard() {
  const size = useQuery(actionQuery('practice_export/size', {}));
  const [outcome, setOutcome] = useState<Outcome>('none');
  const begin = useMutation({
    mutationFn: () => downloadNatively('practice_export', {}, () => setOutcome('refused')),
    onMutate: () => setOutcome('none'),
    onSuccess: (isBegun) => setOutcome(isBegun ? 'begun' : 'none'),
    onError: () => setOutcome('refused'),
  });
  return (
    <Card title="Export everything">
      <div className="flex flex-col items-start gap-3">
        <p className="max-w-prose">
          A ZIP with all your practice’s records, as tables for spreadsheets and other programs, and all files
          and pictures. Passwords and keys are not included.
        </p>
        {size.isPending ? <SkeletonRows rows={1} /> : null}
        {size.isError && !size.data ? (
          <div className="w-full">
            <QueryError query={size} title="Couldn’t load the size" />
          </div>
        ) : null}
        {size.data ? (
          <p className="figures text-ink-soft">
            {number.format(size.data.records)} {size.data.records === 1 ? 'record' : 'records'} ·{' '}
            {size.data.files === 0
              ? 'no files'
              : `${plural(size.data.files, 'file')}, ${formatBytes(size.data.file_bytes)}`}
          </p>
        ) : null}
        <Button
          variant="primary"
          icon={<Download aria-hidden="true" className="size-4" />}
          disabled={size.isPending}
          busy={begin.isPending}
          busyLabel="Starting..."
          onClick={() => begin.mutate()}
        >
          Export everything
        </Button>
        <Told outcome={outcome} />
        <p className="max-w-prose text-sm text-ink-soft">
          It contains personal data: keep it safe, and delete it when you no longer need it. Clients you erase
          later are still in it. To export or erase a single client, use the menu on their page.
        </p>
      </div>
    </Card>
  );
}
