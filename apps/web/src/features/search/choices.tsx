import type { SearchResults } from '@burrow/contracts/search';
import { maxFound } from '@burrow/contracts/search-limits';
import {
  ArrowRight,
  CalendarDays,
  CalendarPlus,
  Footprints,
  List,
  PawPrint,
  UserRound,
  UserRoundPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPhone, type Formats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import type { RecentRecord, RecordKind } from '../../lib/recent-records.ts';
import { Badge } from '../../ui/badge.tsx';
import { SpeciesIcon } from '../../ui/species-icon.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { BookingWish } from './booking-wish.ts';
import type { Command, Commands, Destination } from './commands.ts';

/** A row of the search results. */
export interface Choice {
  key: string;
  label: string;
  about: string;
  icon: ReactNode;
  badge?: ReactNode;
  to: Destination;
}

export interface ChoiceGroup {
  label: string;
  items: Choice[];
}

type FoundClient = SearchResults['clients'][number];
type FoundAnimal = SearchResults['animals'][number];
type FoundBooking = SearchResults['bookings'][number];

const joined = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(' · ');

const archived = <Badge tone="void">Archived</Badge>;

const clientChoice = (client: FoundClient): Choice => ({
  key: `client ${client.id}`,
  label: client.name,
  about: joined(formatPhone(client.phone) || client.email, client.animal_names.join(', ')),
  icon: <UserRound />,
  badge: client.active === '0' && archived,
  to: { path: paths.client(client.id) },
});

const animalChoice = (animal: FoundAnimal): Choice => ({
  key: `animal ${animal.id}`,
  label: animal.animal_name,
  about: joined(animal.breed ?? animal.species, animal.client_name),
  icon: <SpeciesIcon species={animal.species} />,
  badge: animal.active === '0' && archived,
  to: { path: paths.animal(animal.id) },
});

const bookingChoice = (booking: FoundBooking, formats: Formats): Choice => ({
  key: `booking ${booking.id}`,
  label: `${booking.animal_name}, ${booking.client_name}`,
  about: joined(
    `${formats.shortDay(booking.booking_date)}, ${formats.time(booking.booking_time)}`,
    booking.service,
    booking.staff_member,
  ),
  icon: <CalendarDays />,
  badge: <StatusBadge booking={booking} />,
  to: { path: paths.booking(booking.id) },
});

const commandIcons: Readonly<Record<string, ReactNode>> = {
  'Book appointment': <CalendarPlus />,
  'Walk-in': <Footprints />,
  'Add client': <UserRoundPlus />,
  'Add animal': <PawPrint />,
};

const commandChoice = ({ label, about = '', to }: Command): Choice => ({
  // A screen and a part of the settings may have one name.
  key: `command ${label} ${about}`,
  label,
  about,
  icon: commandIcons[label] ?? <ArrowRight />,
  to,
});

/** The diary of a day, and booking on it unless it has passed. */
const dayChoices = (day: string, formats: Formats): Choice[] => [
  {
    key: 'day diary',
    label: formats.longDay(day),
    about: 'Appointments in the diary',
    icon: <CalendarDays />,
    to: { path: paths.diary({ date: day }) },
  },
  ...(day < formats.today()
    ? []
    : [
        {
          key: 'day booking',
          label: 'Book appointment',
          about: formats.longDay(day),
          icon: <CalendarPlus />,
          to: { path: paths.bookingCreate({ date: day }) },
        },
      ]),
];

/** Booking is offered for at most this many animals. */
const maxOffered = 3;

/** Bookings for the found animals, with the service, person and day of the text. */
function offerChoices(animals: readonly FoundAnimal[], wish: BookingWish | null, formats: Formats): Choice[] {
  const { day = null, service = null, staff = null } = wish ?? {};
  return animals
    .filter(({ active }) => active === '1')
    .slice(0, maxOffered)
    .map((animal) => ({
      key: `offer ${animal.id}`,
      label: `Book ${animal.animal_name}`,
      about: joined(service?.name, staff?.name, day !== null && formats.shortDay(day), animal.client_name),
      icon: <CalendarPlus />,
      to: {
        path: paths.bookingCreate({
          animal_id: animal.id,
          service_id: service?.id,
          staff_id: staff?.id,
          ...(day === null ? {} : { date: day }),
        }),
      },
    }));
}

/** Leads to all matches, if there may be more than are shown. */
const allOf = (kind: string, shown: number, path: string): Choice[] =>
  shown < maxFound
    ? []
    : [{ key: `all ${kind}`, label: `All matching ${kind}`, about: '', icon: <List />, to: { path } }];

function recordChoices({ clients, animals, bookings }: SearchResults, formats: Formats) {
  return {
    client: clients.map(clientChoice),
    animal: animals.map(animalChoice),
    booking: bookings.map((booking) => bookingChoice(booking, formats)),
  } satisfies Record<RecordKind, Choice[]>;
}

const group = (label: string, items: readonly Choice[]): ChoiceGroup[] =>
  items.length === 0 ? [] : [{ label, items: [...items] }];

const commandGroups = ({ actions, screens }: Commands): ChoiceGroup[] => [
  ...group('Actions', actions.map(commandChoice)),
  ...group('Go to', screens.map(commandChoice)),
];

/** The list before anything is typed: recently viewed records in that order, then actions and screens. */
export function startGroups(
  recent: readonly RecentRecord[],
  read: SearchResults | undefined,
  commands: Commands,
  formats: Formats,
): ChoiceGroup[] {
  const choices = read && Object.values(recordChoices(read, formats)).flat();
  const viewed = recent.flatMap(({ kind, id }) => choices?.find(({ key }) => key === `${kind} ${id}`) ?? []);
  return [...group('Recently viewed', viewed), ...commandGroups(commands)];
}

/** The list for a text: its day, the found records, possible bookings, then actions and screens. */
export function foundGroups(
  text: string,
  {
    day,
    found,
    wish,
    commands,
  }: {
    day: string | null;
    found: SearchResults | undefined;
    /** The booking described by the text, and the animals it may be for. */
    wish: { asked: BookingWish; animals: readonly FoundAnimal[] } | null;
    commands: Commands;
  },
  formats: Formats,
): ChoiceGroup[] {
  const { client = [], animal = [], booking = [] } = found ? recordChoices(found, formats) : {};
  return [
    ...group('Day', day === null ? [] : dayChoices(day, formats)),
    ...group('Clients', [...client, ...allOf('clients', client.length, paths.clientSearch(text, 'all'))]),
    ...group('Animals', [...animal, ...allOf('animals', animal.length, paths.animalSearch(text, 'all'))]),
    ...group('Appointments', booking),
    ...group('Book', offerChoices(wish?.animals ?? found?.animals ?? [], wish?.asked ?? null, formats)),
    ...commandGroups(commands),
  ];
}
