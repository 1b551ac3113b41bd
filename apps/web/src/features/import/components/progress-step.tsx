import type { ImportDetail } from '@burrow/contracts/import';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';

const titles = {
  checking: 'Checking the file',
  running: 'Importing',
  undoing: 'Undoing the import',
} as const;

/** The progress of a running step, with a button to stop it. */
export function ProgressStep({ item, status }: { item: ImportDetail; status: keyof typeof titles }) {
  const { number } = useFormats();
  const cancel = useCommand('import/cancel');
  const [asks, setAsks] = useState(false);
  const { rows_done: done, row_count: all } = item;
  return (
    <Card title={titles[status]}>
      <div className="flex flex-col gap-3">
        {status === 'undoing' ? (
          <p role="status">Removing the clients and animals this import added.</p>
        ) : (
          <>
            <ProgressBar label={titles[status]} done={all === 0 ? 0 : done / all} className="h-2.5" />
            <p className="figures">
              {number(done)} of {number(all)} rows
            </p>
            <p role="status" className="sr-only">
              {titles[status]}: {Math.floor((all === 0 ? 0 : done / all) * 4) * 25} per cent
            </p>
          </>
        )}
        <p className="text-sm text-ink-soft">You can leave this page: it continues in the background.</p>
        {cancel.isError ? (
          <FormProblem>{messageOf(cancel.error, 'Couldn’t stop the check.')}</FormProblem>
        ) : null}
        {status === 'undoing' ? null : (
          <div>
            <Button
              busy={cancel.isPending}
              onClick={() => (status === 'running' ? setAsks(true) : cancel.mutate({ import_id: item.id }))}
            >
              {status === 'checking' ? 'Stop the check' : 'Stop the import'}
            </Button>
          </div>
        )}
      </div>
      <ConfirmCommand
        command="import/cancel"
        input={{ import_id: item.id }}
        open={asks}
        onClose={() => setAsks(false)}
        title="Stop the import?"
        confirmLabel="Stop the import"
        busyLabel="Stopping..."
        cancelLabel="Continue importing"
        failure="Couldn’t stop the import."
      >
        Rows already imported are kept. You can undo them afterwards, or choose the file again: nothing is
        imported twice.
      </ConfirmCommand>
    </Card>
  );
}
