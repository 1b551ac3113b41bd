import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { actionQuery } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { NewFeed } from '../forms/new-feed.tsx';
import { FeedList } from './feed-list.tsx';

const programs = [
  {
    name: 'Google Calendar',
    how: 'on a computer, next to “Other calendars” choose + and “From URL”, and paste it.',
  },
  {
    name: 'Apple Calendar',
    how: 'on a Mac, choose File, then “New Calendar Subscription”, and paste it; on an iPhone, tap Calendars, “Add Calendar”, then “Add Subscription Calendar”.',
  },
  { name: 'Outlook', how: 'choose “Add calendar” and “Subscribe from web”, and paste it.' },
];

/** The address of a new feed, shown only once, with instructions. */
function FeedAddress({ path, onDone }: { path: string; onDone: () => void }) {
  return (
    <section aria-label="The new feed" className="flex flex-col gap-3">
      <CopyField
        label="Address for your calendar app"
        value={`${window.location.origin}${path}`}
        note="Copy it now: you won’t see it again. Anyone with this address can read the feed without signing in."
      />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-ink-soft">
        {programs.map(({ name, how }) => (
          <li key={name}>
            <strong className="font-semibold text-ink">{name}</strong>: {how}
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={onDone}>Done</Button>
      </div>
    </section>
  );
}

/**
 * The calendar feeds, with a form for a new one.
 * @param ofPerson the staff member whose feeds to show; null for all
 */
export function Feeds({ ofPerson }: { ofPerson: number | null }) {
  const query = useQuery(actionQuery('calendar_feeds', {}));
  const [making, setMaking] = useState<'form' | { path: string } | null>(null);
  if (query.isPending) return <SkeletonRows rows={2} />;
  if (query.isError) {
    return <QueryError query={query} title="Couldn’t load the calendar feeds" />;
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
