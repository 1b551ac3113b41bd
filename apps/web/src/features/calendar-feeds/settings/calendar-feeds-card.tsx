import { Card } from '../../../ui/card.tsx';
import { Feeds } from '../components/feeds.tsx';

/** The calendar feeds of the practice and of everybody in it, among the settings. */
export const CalendarFeedsCard = () => (
  <Card title="Calendar feeds">
    <p className="mb-3 text-ink-soft">
      Shows appointments in Google Calendar, Apple Calendar, Outlook and others, which read them from a secret
      address. Whoever has that address sees them. Everybody makes feeds of their own diary under My account.
    </p>
    <Feeds ofPerson={null} />
  </Card>
);
