import { BellRing, CalendarDays, CircleUserRound, FileHeart, PawPrint, type LucideIcon } from 'lucide-react';
import { plural } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PortalLink } from '../portal-links.tsx';

/** A count on the home page: undefined while it loads, null if that failed. */
export type HomeCount = number | null | undefined;

function Tile({
  to,
  icon: Icon,
  name,
  about,
}: {
  to: string;
  icon: LucideIcon;
  name: string;
  /** Undefined while it loads. */
  about: string | undefined;
}) {
  return (
    <PortalLink
      to={to}
      className="flex min-w-0 flex-col items-center gap-1 rounded-lg border border-line bg-surface px-1 py-3.5 text-center text-ink no-underline shadow-card hover:border-edge hover:bg-sunken/60"
    >
      <span className="mb-0.5 grid size-10 place-items-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="max-w-full text-sm font-bold wrap-anywhere">{name}</span>
      {about === undefined ? (
        <Skeleton className="my-px h-4 w-14" />
      ) : (
        <span className="figures min-h-4.5 text-sm text-ink-soft">{about}</span>
      )}
    </PortalLink>
  );
}

const counted = (count: HomeCount, words: (count: number) => string): string | undefined =>
  count === null ? '' : count === undefined ? undefined : words(count);

/** Links to the portal's areas, with their counts. */
export function Tiles({ pets, upcoming, due }: { pets: HomeCount; upcoming: HomeCount; due: HomeCount }) {
  return (
    <nav
      aria-label="Areas"
      className="grid grid-cols-2 gap-2 *:last:col-span-2 sm:grid-cols-5 sm:gap-3 sm:*:last:col-span-1"
    >
      <Tile
        to={paths.pets}
        icon={PawPrint}
        name="My Pets"
        about={counted(pets, (count) => plural(count, 'pet'))}
      />
      <Tile
        to={paths.appointments}
        icon={CalendarDays}
        name="Appointments"
        about={counted(upcoming, (count) => `${count} upcoming`)}
      />
      <Tile to={paths.petRecords} icon={FileHeart} name="Medical records" about="Vaccinations and notes" />
      <Tile
        to={paths.reminders()}
        icon={BellRing}
        name="Reminders"
        about={counted(due, (count) => (count === 0 ? 'Nothing due' : `${count} due`))}
      />
      <Tile to={paths.profile} icon={CircleUserRound} name="My Profile" about="Your details" />
    </nav>
  );
}
