import type { CalendarFeed, FeedShows } from '@burrow/contracts/calendar-feed';

/** Which details of an appointment a feed shows, as choices. */
export const feedShowsOptions: readonly { value: FeedShows; label: string; hint: string }[] = [
  { value: 'busy', label: 'Busy only', hint: 'Busy times only, no details' },
  { value: 'service', label: 'Service and animal', hint: 'Consultation · Rex' },
  { value: 'client', label: 'Service, animal and client', hint: 'Also the client’s name and phone number' },
];

export const feedShowsLabel = (shows: FeedShows): string =>
  feedShowsOptions.find(({ value }) => value === shows)?.label ?? shows;

/** The person or practice whose appointments a feed shows. */
export const feedTitle = ({ staff_name }: Pick<CalendarFeed, 'staff_name'>): string =>
  staff_name ?? 'The whole practice';
