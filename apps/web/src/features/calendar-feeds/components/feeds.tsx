import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { NewFeed } from '../forms/new-feed.tsx';
import { calendarFeedsQuery } from '../queries.ts';
import { FeedAddress } from './feed-address.tsx';
import { FeedList } from './feed-list.tsx';

/**
 * Addresses for calendar programs: those there are, and the way to a new one.
 * @param ofPerson shows those of one person's diary; all that there are when null
 */
export function Feeds({ ofPerson }: { ofPerson: number | null }) {
  const query = useQuery(calendarFeedsQuery);
  const [making, setMaking] = useState<'form' | { path: string } | null>(null);
  if (query.isPending) return <SkeletonRows rows={2} />;
  if (query.isError) {
    return <QueryError query={query} title="Failed to load the calendar feeds" />;
  }
  const feeds = query.data.filter(({ staff_id }) => ofPerson === null || staff_id === ofPerson);
  return (
    <KeepFocus className="flex flex-col gap-3">
      {feeds.length > 0 ? <FeedList feeds={feeds} showsWhose={ofPerson === null} /> : null}
      {feeds.length === 0 && making === null ? <p className="text-ink-soft">No feeds yet.</p> : null}
      {making === 'form' ? (
        <NewFeed
          choosesWhose={ofPerson === null}
          onMade={(path) => setMaking({ path })}
          onCancel={() => setMaking(null)}
        />
      ) : null}
      {making !== null && making !== 'form' ? (
        <FeedAddress path={making.path} onDone={() => setMaking(null)} />
      ) : null}
      {making === null ? (
        <div>
          <Button icon={<Plus aria-hidden="true" className="size-4" />} onClick={() => setMaking('form')}>
            New feed
          </Button>
        </div>
      ) : null}
    </KeepFocus>
  );
}
