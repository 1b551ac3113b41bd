import { Check, Hourglass, type LucideIcon } from 'lucide-react';
import { useRequestsOpen } from '../requests-open.ts';

const bookOnline = 'Book online';
const available = [
  'View your pets',
  'View appointment history',
  'Update your profile',
  bookOnline,
  'Upload photos',
];
const later = ['Medical records'];

function List({ title, icon: Icon, items }: { title: string; icon: LucideIcon; items: readonly string[] }) {
  return (
    <div className="flex flex-col gap-1.5">
      <h2 className="font-semibold text-ink">{title}</h2>
      <ul className="flex flex-col gap-1">
        {items.map((item) => (
          <li key={item} className="flex items-center gap-2">
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What can be done in the portal, and what can't yet. */
export function Offered() {
  const canBook = useRequestsOpen() !== false;
  return (
    <div className="grid grid-cols-2 gap-4 px-4 text-sm text-ink-soft">
      <List
        title="Available now"
        icon={Check}
        items={available.filter((item) => canBook || item !== bookOnline)}
      />
      <List title="Coming soon" icon={Hourglass} items={later} />
    </div>
  );
}
