import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { id, line, oneOf } from './form.ts';
import { practiceStaff } from './roles.ts';
import { done, instant, optionalText, recordId } from './wire.ts';

/**
 * Whose appointments a feed contains: one person's, or everyone's together with the days on which the practice is
 * closed.
 */
export const feedCovers = ['diary', 'practice'] as const;
export type FeedCovers = (typeof feedCovers)[number];

/**
 * How much a feed shows of an appointment: only that it exists; or also the service, the animal and whose appointment
 * it is; or also the client's name and phone.
 */
export const feedShows = ['busy', 'service', 'client'] as const;
export type FeedShows = (typeof feedShows)[number];

/** How many feeds of one diary, and how many of the whole practice, may exist at once. */
export const maxFeedsOfOne = 20;

/** An address that calendar programs read. The address itself is answered once, on creation. */
const calendarFeed = z.object({
  id: recordId,
  covers: z.enum(feedCovers),
  staff_id: recordId.nullable().meta({ description: 'The staff member; null for the whole practice' }),
  staff_name: optionalText,
  shows: z.enum(feedShows),
  label: optionalText,
  made_by: z.string(),
  created_at: instant,
  last_read_at: instant.nullable().meta({ description: 'When a calendar app last read it' }),
});

// The team list shows how many feeds end with a person.
const invalidates = ['calendar_feeds', 'team'] as const;

// An API key cannot create an address that outlasts it: no scope allows these.
export const calendarFeedActions = defineActionsIn(null, {
  calendar_feeds: {
    kind: 'query',
    group: 'Calendar feeds',
    summary: 'Calendar feeds: all of them for an admin, your own for other staff.',
    access: practiceStaff,
    input: z.object({}),
    output: z.array(calendarFeed),
    errors: [],
  },
  calendar_feed_create: {
    kind: 'command',
    group: 'Calendar feeds',
    summary: 'Creates a calendar feed address. Anyone with the address can read it; it is returned once.',
    access: practiceStaff,
    input: z.object({
      covers: oneOf(feedCovers).default('diary'),
      staff_id: id.optional().meta({ description: 'The staff member; the caller when omitted' }),
      shows: oneOf(feedShows).default('service'),
      label: line(60).optional(),
    }),
    output: z.object({
      feed_id: recordId,
      feed_path: z.string().meta({
        description: 'Path of the feed, to append to the app’s address',
        example: '/api/calendar/….ics',
      }),
    }),
    errors: ['not_found', 'too_many_feeds'],
    stepUp: true,
    invalidates,
    paid: true,
    audit: { entity: 'calendar_feed', id: 'feed_id' },
    limit: [{ per: 'caller', points: 30, seconds: 3600 }],
  },
  calendar_feed_revoke: {
    kind: 'command',
    group: 'Calendar feeds',
    summary: 'Revokes a calendar feed from its next request.',
    access: practiceStaff,
    input: z.object({ feed_id: id }),
    output: done,
    errors: ['not_found'],
    invalidates,
    audit: { entity: 'calendar_feed', id: 'feed_id' },
  },
});

export type CalendarFeed = z.output<typeof calendarFeed>;
