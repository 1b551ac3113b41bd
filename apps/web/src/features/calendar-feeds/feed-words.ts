import type { CalendarFeed, FeedShows } from '@burrow/contracts/calendar-feed';

/** How much a feed tells of an appointment, as a choice for people. */
export const feedShowsOptions: readonly { value: FeedShows; label: string; hint: string }[] = [
  { value: 'busy', label: 'Busy only', hint: 'Busy times only, no details' },
  { value: 'service', label: 'Service and animal', hint: 'Consultation · Rex' },
  { value: 'client', label: 'Client too', hint: 'Also the client’s name and phone number' },
];

export const feedShowsLabel = (shows: FeedShows): string =>
  feedShowsOptions.find(({ value }) => value === shows)?.label ?? shows;

/** Of what a feed tells. */
export const feedTitle = ({ staff_name }: Pick<CalendarFeed, 'staff_name'>): string =>
  staff_name ?? 'The whole practice';
