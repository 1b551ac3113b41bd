import {
  BellRing,
  Building2,
  CalendarCheck,
  CalendarClock,
  CalendarCog,
  CalendarOff,
  ChevronRight,
  CircleUser,
  Clock,
  CreditCard,
  Database,
  DoorOpen,
  Globe,
  History,
  KeyRound,
  ListChecks,
  MessageSquareReply,
  MessageSquareText,
  NotebookPen,
  PawPrint,
  Pill,
  Plug,
  ShieldCheck,
  Stethoscope,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { settingsCategories, type SettingsCategoryId } from '../categories.ts';

const icons: Readonly<Record<SettingsCategoryId, LucideIcon>> = {
  practice: Building2,
  hours: Clock,
  rota: CalendarClock,
  holidays: CalendarOff,
  booking: CalendarCog,
  'online-booking': CalendarCheck,
  services: Stethoscope,
  resources: DoorOpen,
  species: PawPrint,
  fields: ListChecks,
  medicines: Pill,
  'note-templates': NotebookPen,
  team: UsersRound,
  security: ShieldCheck,
  'single-sign-on': KeyRound,
  messages: MessageSquareText,
  'reply-templates': MessageSquareReply,
  recalls: BellRing,
  integrations: Plug,
  regional: Globe,
  data: Database,
  subscription: CreditCard,
  account: CircleUser,
  audit: History,
};

/** The categories of the settings: a list beside the content, or on a phone a page of its own. */
export function CategoryList({
  current,
  isPage = false,
}: {
  current: SettingsCategoryId | null;
  isPage?: boolean;
}) {
  return (
    <nav aria-label="Settings">
      <ul
        className={
          isPage
            ? 'divide-y divide-line rounded-lg border border-line bg-surface shadow-card'
            : 'flex flex-col gap-0.5'
        }
      >
        {settingsCategories.map(({ id, label, about }) => {
          const Icon = icons[id];
          return (
            <li key={id}>
              <Link
                to={paths.settings(id)}
                aria-current={id === current ? 'page' : undefined}
                className={classNames(
                  'flex items-center gap-3 no-underline',
                  isPage ? 'px-4 py-3 text-ink' : 'min-h-9 rounded-md px-3 py-1.5',
                  !isPage && id === current && 'bg-brand-soft font-semibold text-brand',
                  !isPage && id !== current && 'text-ink hover:bg-sunken',
                )}
              >
                <Icon aria-hidden="true" className={isPage ? 'size-5.5 text-brand' : 'size-4.5'} />
                <span className="min-w-0 flex-1">
                  <span className={isPage ? 'block font-semibold' : 'block truncate'}>{label}</span>
                  {isPage ? <span className="block text-sm text-ink-soft">{about}</span> : null}
                </span>
                {isPage ? <ChevronRight aria-hidden="true" className="size-5 text-ink-soft" /> : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
