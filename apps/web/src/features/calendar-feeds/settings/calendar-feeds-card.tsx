import { Card } from '../../../ui/card.tsx';
import { Feeds } from '../components/feeds.tsx';

/** The settings card of all calendar feeds of the practice and its staff. */
export const CalendarFeedsCard = () => (
  <Card title="Calendar feeds">
    <p className="mb-3 text-ink-soft">
      Shows appointments in Google Calendar, Apple Calendar, Outlook and other apps through a secret address.
      Anyone with that address can see them. Team members can add feeds of their own appointments under My
      account.
    </p>
    <Feeds ofPerson={null} />
  </Card>
);
