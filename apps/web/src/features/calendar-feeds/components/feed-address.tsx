import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';

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

/** The address of a feed that was just made, which is shown this once, and what to do with it. */
export function FeedAddress({ path, onDone }: { path: string; onDone: () => void }) {
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
