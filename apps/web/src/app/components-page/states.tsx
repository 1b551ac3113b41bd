import { Info, PawPrint, TriangleAlert } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PagedView } from '../../ui/paged-view.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { RecordSkeleton } from '../../ui/record-skeleton.tsx';
import { SavedNote, useSavedNote } from '../../ui/saved-note.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { clients, longText, type ExampleClient } from './example-data.ts';
import { Columns, Row, Variant, type ShownComponent } from './shown.tsx';

const BannerExample = () => (
  <>
    <Banner icon={<Info />} action={<Button size="small">Show requests</Button>}>
      3 appointment requests are waiting.
    </Banner>
    <Banner tone="warning">Your trial ends on Saturday 28 November 2026.</Banner>
    <Banner tone="attention" icon={<TriangleAlert />} alert>
      {longText}
    </Banner>
  </>
);

const LoadingExample = () => (
  <Columns>
    <Card flush>
      <Loading />
    </Card>
    <Card flush>
      <Loading label="Reading the file..." />
    </Card>
  </Columns>
);

const SkeletonExample = () => (
  <Columns>
    <Card flush>
      <SkeletonRows rows={3} />
    </Card>
    <Card>
      <Skeleton className="h-5 w-48" />
    </Card>
  </Columns>
);

const ProgressBarExample = () => (
  <Columns>
    <ProgressBar label="Import, not begun" done={0} />
    <ProgressBar label="Import, partly done" done={0.4} />
    <ProgressBar label="Import, done" done={1} />
  </Columns>
);

const EmptyStateExample = () => (
  <Columns>
    <Card flush>
      <EmptyState title="No failed messages." />
    </Card>
    <Card flush>
      <EmptyState
        icon={<PawPrint />}
        title="No animals yet."
        action={<Button variant="primary">Add animal</Button>}
      >
        Add the animals of this client to book their appointments.
      </EmptyState>
    </Card>
  </Columns>
);

const ErrorPanelExample = () => (
  <Columns>
    <Card flush>
      <ErrorPanel title="Couldn’t load the appointments" onRetry={() => undefined}>
        Couldn’t reach the server. Check your internet connection and try again.
      </ErrorPanel>
    </Card>
    <ErrorPanel
      title="Failed to fetch revenue"
      subject="Revenue Trends"
      boxed
      retrying
      onRetry={() => undefined}
    />
    <ErrorPanel title="Couldn’t open the record" boxed />
  </Columns>
);

type ClientQuery = ComponentProps<typeof QueryView<readonly ExampleClient[]>>['query'];

const pending: ClientQuery = {
  data: undefined,
  error: null,
  isPending: true,
  isFetching: true,
  refetch: () => Promise.reject(new Error('The example has no server.')),
};

const queries: readonly { name: string; query: ClientQuery }[] = [
  { name: 'while it loads', query: pending },
  {
    name: 'failed',
    query: {
      ...pending,
      isPending: false,
      isFetching: false,
      error: new ApiError(503, 'The server is busy. Try again in a minute.'),
    },
  },
  { name: 'without rows', query: { ...pending, isPending: false, data: [] } },
  { name: 'with data', query: { ...pending, isPending: false, data: clients } },
];

const clientNames = (rows: readonly ExampleClient[]) => (
  <ul className="divide-y divide-line">
    {rows.map((client) => (
      <li key={client.id} className="px-4 py-2">
        {client.name}
      </li>
    ))}
  </ul>
);

const QueryViewExample = () => (
  <Columns>
    {queries.map(({ name, query }) => (
      <Variant key={name} name={name}>
        <Card flush>
          <QueryView
            query={query}
            skeleton={<SkeletonRows rows={2} />}
            failure="Failed to fetch clients"
            empty={<EmptyState title="No clients yet." />}
          >
            {clientNames}
          </QueryView>
        </Card>
      </Variant>
    ))}
  </Columns>
);

const page: ComponentProps<typeof PagedView<ExampleClient>>['list'] = {
  ...pending,
  isError: false,
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => Promise.reject(new Error('The example has no server.')),
  data: clients,
  rows: clients,
};

const pages = [
  { name: 'without rows', list: { ...page, rows: [] } },
  { name: 'with more rows', list: page },
];

const PagedViewExample = () => (
  <Columns>
    {pages.map(({ name, list }) => (
      <Variant key={name} name={name}>
        <Card flush>
          <PagedView
            list={list}
            size={50}
            failure="Failed to fetch clients"
            empty={<EmptyState title="No clients yet." />}
          >
            {clientNames}
          </PagedView>
        </Card>
      </Variant>
    ))}
  </Columns>
);

function SavedNoteExample() {
  const { note, say } = useSavedNote();
  return (
    <>
      <Row>
        <Button onClick={() => say('Details saved.')}>Show for five seconds</Button>
      </Row>
      <SavedNote>{note}</SavedNote>
      <SavedNote>We’ll send your reminders by email.</SavedNote>
    </>
  );
}

function Broken(): never {
  throw new Error('This example breaks on purpose.');
}

function ErrorBoundaryExample() {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <ErrorBoundary>
      {isBroken ? (
        <Broken />
      ) : (
        <Row>
          <Button onClick={() => setIsBroken(true)}>Break this part</Button>
        </Row>
      )}
    </ErrorBoundary>
  );
}

export const states: readonly ShownComponent[] = [
  { name: 'Banner', file: 'banner.tsx', Example: BannerExample },
  { name: 'Loading', file: 'loading.tsx', Example: LoadingExample },
  { name: 'Spinner', file: 'spinner.tsx', Example: () => <Spinner /> },
  { name: 'Skeleton', file: 'skeleton.tsx', Example: SkeletonExample },
  { name: 'RecordSkeleton', file: 'record-skeleton.tsx', Example: RecordSkeleton },
  { name: 'ProgressBar', file: 'progress-bar.tsx', Example: ProgressBarExample },
  { name: 'EmptyState', file: 'empty-state.tsx', Example: EmptyStateExample },
  { name: 'ErrorPanel', file: 'error-panel.tsx', Example: ErrorPanelExample },
  { name: 'QueryView', file: 'query-view.tsx', Example: QueryViewExample },
  { name: 'PagedView', file: 'paged-view.tsx', Example: PagedViewExample },
  { name: 'SavedNote', file: 'saved-note.tsx', Example: SavedNoteExample },
  { name: 'ErrorBoundary', file: 'error-boundary.tsx', Example: ErrorBoundaryExample },
];
