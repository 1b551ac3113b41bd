import type { ImportDetail, ImportStatus } from '@burrow/contracts/import';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { actionQuery, readAgainAfter } from '../../../lib/query.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { useFormats } from '../../../lib/practice.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { CheckStep } from '../components/check-step.tsx';
import { ColumnStep } from '../components/column-step.tsx';
import { ProgressStep } from '../components/progress-step.tsx';
import { ResultStep } from '../components/result-step.tsx';

const isUnderWay = (status: ImportStatus | undefined): boolean =>
  status === 'checking' || status === 'running' || status === 'undoing';
/** How often progress is refetched. */
const lookMs = 1000;

/** One import, refetched while a step is running; afterwards, the queries it changed are refetched. */
function useImport(id: number | null) {
  const client = useQueryClient();
  const query = useQuery({
    ...actionQuery('import', { import_id: id ?? 0 }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? lookMs : false),
  });
  const status = query.data?.status;
  const [last, setLast] = useState(status);
  if (last !== status) setLast(status);
  useEffect(() => {
    // The clean-up runs when the status changes, so the step that was running has ended.
    if (!isUnderWay(status)) return undefined;
    return () => readAgainAfter(client, 'import/undo');
  }, [client, status]);
  return query;
}

const stepNames = ['File', 'Columns', 'Check', 'Import', 'Result'] as const;

const stepOf: Record<ImportStatus, number> = {
  uploaded: 1,
  checking: 2,
  checked: 2,
  running: 3,
  done: 4,
  cancelled: 4,
  undoing: 4,
  undone: 4,
};

/** The steps of an import, with the current one marked. */
function ImportSteps({ status }: { status: ImportStatus }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-2 gap-y-1 text-sm">
      {stepNames.map((step, index) => (
        <li
          key={step}
          aria-current={index === stepOf[status] ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-2 rounded-full px-2.5 py-1 font-semibold',
            index === stepOf[status] ? 'bg-brand text-on-brand' : 'bg-sunken text-ink-soft',
          )}
        >
          <span className="figures" aria-hidden="true">
            {index + 1}
          </span>
          {step}
          {index < stepOf[status] ? <span className="sr-only">(done)</span> : null}
        </li>
      ))}
    </ol>
  );
}

function Step({ item }: { item: ImportDetail }) {
  const [wantsColumns, setWantsColumns] = useState(false);
  const { status } = item;
  if (status === 'checking' || status === 'running' || status === 'undoing') {
    return <ProgressStep item={item} status={status} />;
  }
  if (item.cleared === '1' && (status === 'uploaded' || status === 'checked')) {
    return (
      <Card>
        <EmptyState title="This file has been deleted">
          Files are kept for 30 days, or until a client in them is erased. Please choose it again to import
          it.
        </EmptyState>
      </Card>
    );
  }
  if (status === 'uploaded' || (status === 'checked' && wantsColumns)) return <ColumnStep item={item} />;
  if (status === 'checked') return <CheckStep item={item} onColumns={() => setWantsColumns(true)} />;
  return <ResultStep item={item} status={status} />;
}

/** One import from its file to its result (/admin/import/:id). */
export function ImportPage() {
  const id = useRecordId();
  const query = useImport(id);
  const { count } = useFormats();
  usePage('Import', paths.settings('data'));
  const item = query.data;
  const isMissing = id === null || (query.error instanceof ApiError && query.error.status === 404);
  if (isMissing) {
    return (
      <Card>
        <EmptyState
          title="Import not found"
          action={<ButtonLink to={paths.settings('data')}>All imports</ButtonLink>}
        >
          It may belong to another practice.
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <PageHeader
        title={item ? <span className="wrap-anywhere">{item.filename}</span> : 'Import'}
        subtitle={item ? count(item.row_count, 'row') : null}
      />
      {item ? <ImportSteps status={item.status} /> : null}
      {query.isPending ? (
        <Card flush>
          <SkeletonRows rows={6} />
        </Card>
      ) : null}
      {query.isError && !item ? (
        <Card>
          <QueryError query={query} title="Couldn’t load the import" />
        </Card>
      ) : null}
      {item ? (
        <KeepFocus className="outline-none">
          <Step key={item.status} item={item} />
        </KeepFocus>
      ) : null}
    </div>
  );
}
