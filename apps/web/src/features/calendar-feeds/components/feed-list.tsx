import type { CalendarFeed } from '@burrow/contracts/calendar-feed';
import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { feedShowsLabel, feedTitle } from '../feed-words.ts';

/** Revokes a feed after asking, because its address cannot be restored. */
function RevokeFeed({ feed, onClose }: { feed: CalendarFeed; onClose: () => void }) {
  return (
    <ConfirmCommand
      command="calendar_feed_revoke"
      input={{ feed_id: feed.id }}
      onClose={onClose}
      title="Revoke this feed?"
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      failure="Couldn’t revoke the feed."
      done="Feed revoked"
    >
      Calendar apps stop receiving updates from {feed.label ?? `the feed of ${feedTitle(feed)}`}. Appointments
      they have already copied stay until you remove the calendar there.
    </ConfirmCommand>
  );
}

/** The feeds, one per line, each with a button that revokes it. */
export function FeedList({ feeds, showsWhose }: { feeds: readonly CalendarFeed[]; showsWhose: boolean }) {
  const formats = useFormats();
  const [revoking, setRevoking] = useState<CalendarFeed | null>(null);
  return (
    <>
      <ul aria-label="Calendar feeds" className="divide-y divide-line">
        {feeds.map((feed) => {
          const name = showsWhose ? feedTitle(feed) : (feed.label ?? feedShowsLabel(feed.shows));
          const details = [
            showsWhose ? feed.label : null,
            showsWhose || feed.label !== null ? feedShowsLabel(feed.shows) : null,
            `created by ${feed.made_by}, ${formats.dateTime(feed.created_at)}`,
            feed.last_read_at === null ? 'not read yet' : `last read ${formats.dateTime(feed.last_read_at)}`,
          ];
          return (
            <li key={feed.id} className="flex items-center gap-3 py-2.5">
              <CalendarSync aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
              <div className="min-w-0 flex-1">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="figures text-sm wrap-anywhere text-ink-soft">
                  {details.filter((detail) => detail !== null).join(' · ')}
                </p>
              </div>
              <Button
                size="small"
                variant="attention-secondary"
                aria-label={`Revoke: ${[name, showsWhose ? feed.label : null].filter(Boolean).join(', ')}`}
                onClick={() => setRevoking(feed)}
              >
                Revoke
              </Button>
            </li>
          );
        })}
      </ul>
      {revoking === null ? null : <RevokeFeed feed={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}
