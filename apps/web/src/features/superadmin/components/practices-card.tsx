import { Building2, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureText } from '../../../lib/failure-text.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { useUrlSearch } from '../../../lib/use-url-search.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { PracticeDialog, type PracticeTask } from '../forms/practice-dialog.tsx';
import { ResetSignIn } from '../forms/reset-sign-in.tsx';
import { practiceStatuses, statusNamed } from '../practice-status.ts';
import { practicePageSize, usePractices, type Practice } from '../queries.ts';
import { PracticeCards } from './practice-cards.tsx';
import { PracticeTable } from './practice-table.tsx';

const statusOptions = Object.entries(practiceStatuses).map(([value, { label }]) => ({ value, label }));

function useStatusFilter() {
  const [params, setParams] = useSearchParams();
  const status = statusNamed(params.get('status'));
  const setStatus = (value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete('status');
        else after.set('status', value);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return { status, setStatus };
}

function Rows({ practices }: { practices: ReturnType<typeof usePractices> }) {
  const phone = usePhone();
  const [task, setTask] = useState<{ name: PracticeTask; practice: Practice } | null>(null);
  const onTask = (name: PracticeTask, practice: Practice) => setTask({ name, practice });
  return (
    <>
      <div
        aria-busy={practices.isPlaceholderData}
        className={practices.isPlaceholderData ? 'opacity-60' : undefined}
      >
        {phone ? (
          <PracticeCards practices={practices.rows} onTask={onTask} />
        ) : (
          <PracticeTable practices={practices.rows} onTask={onTask} />
        )}
      </div>
      {practices.hasNextPage && !practices.isPlaceholderData ? (
        <LoadMore
          size={practicePageSize}
          busy={practices.isFetchingNextPage}
          failure={
            practices.isFetchNextPageError
              ? failureText('Failed to load the practices', practices.error)
              : null
          }
          onMore={() => void practices.fetchNextPage()}
        />
      ) : null}
      {task ? <PracticeDialog {...task} onClose={() => setTask(null)} /> : null}
    </>
  );
}

function List({ q, status }: { q: string; status: ReturnType<typeof statusNamed> }) {
  const practices = usePractices(q, status);
  if (practices.isPending) return <SkeletonRows rows={6} />;
  if (practices.isError && !practices.data) {
    return <QueryError query={practices} title="Failed to load the practices" />;
  }
  if (practices.rows.length === 0) {
    return (
      <EmptyState icon={<Building2 />} title="No practices found">
        {q === '' && status === null
          ? 'Create the first one: its admin joins by a one-time link.'
          : 'Try part of the name, subdomain or email, or another status.'}
      </EmptyState>
    );
  }
  return <Rows practices={practices} />;
}

/** The practices, to find and to look after. */
export function PracticesCard() {
  const { text, setText, q } = useUrlSearch();
  const { status, setStatus } = useStatusFilter();
  const [resetting, setResetting] = useState(false);
  return (
    <Card
      flush
      title="Practices"
      actions={
        <Button size="small" icon={<KeyRound className="size-4" />} onClick={() => setResetting(true)}>
          Reset a sign-in
        </Button>
      }
    >
      <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3">
        <SearchField
          label="Search practices"
          placeholder="Search name, subdomain or email"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="max-w-md flex-1 basis-60"
        />
        <Select
          label="Status"
          hideLabel
          emptyLabel="All statuses"
          options={statusOptions}
          value={status ?? ''}
          onChange={(event) => setStatus(event.target.value)}
          className="basis-40"
        />
      </div>
      <List q={q} status={status} />
      {resetting ? <ResetSignIn onClose={() => setResetting(false)} /> : null}
    </Card>
  );
}
