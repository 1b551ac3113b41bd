import { useQuery } from '@tanstack/react-query';
import { Check, CircleCheck, Hourglass, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { usePage } from '../../../lib/page-name.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { inSections } from '../appointments/own-appointments.ts';
import { RequestAppointment } from '../appointments/request-appointment.tsx';
import { ownQuery, rereadMs } from '../own-query.ts';
import { endPasskeyOffer, isPasskeyOffered } from '../passkey-offer.ts';
import { usePets } from '../pets/queries.ts';
import { AddPasskey } from '../profile/add-passkey.tsx';
import { useRequestsOpen } from '../requests-open.ts';
import { usePortalNow } from '../use-portal-now.ts';
import { NextAppointment } from './next-appointment.tsx';
import { PracticeInformation } from './practice-information.tsx';
import { Tiles, type HomeCount } from './tiles.tsx';

function Welcome() {
  const { data: client, isPending } = useQuery(ownQuery('cp/client', {}));
  if (isPending) {
    return (
      <h1 className="flex min-h-8.5 items-center gap-2 text-2xl font-bold">
        Welcome
        <Skeleton className="h-6 w-32" />
      </h1>
    );
  }
  return (
    <h1 className="text-2xl font-bold wrap-anywhere">{client ? `Welcome, ${client.name}` : 'Welcome'}</h1>
  );
}

/** A count for a tile, see {@link HomeCount}. */
const countOf = (things: readonly unknown[] | undefined, error: Error | null): HomeCount =>
  things === undefined ? (error === null ? undefined : null) : things.length;

const bookOnline = 'Book online';
const availableNow = [
  'View your pets',
  'View appointment history',
  'Update your profile',
  bookOnline,
  'Upload photos',
];
const comingSoon = ['Medical records'];

function OfferedList({
  title,
  icon: Icon,
  items,
}: {
  title: string;
  icon: LucideIcon;
  items: readonly string[];
}) {
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

/** The actions of the portal that are available, and those that are not yet. */
function Offered() {
  const canBook = useRequestsOpen() !== false;
  return (
    <div className="grid grid-cols-2 gap-4 px-4 text-sm text-ink-soft">
      <OfferedList
        title="Available now"
        icon={Check}
        items={availableNow.filter((item) => canBook || item !== bookOnline)}
      />
      <OfferedList title="Coming soon" icon={Hourglass} items={comingSoon} />
    </div>
  );
}

/** Offers a passkey on this device after a sign-in without one, until one is added or declined. */
function PasskeyOfferCard() {
  const session = useSession();
  const [state, setState] = useState(() => (isPasskeyOffered(session) ? 'offered' : 'none'));
  if (state === 'none') return null;
  const decline = () => {
    endPasskeyOffer(session);
    setState('none');
  };
  return (
    <>
      <div role="status" className="empty:hidden">
        {state === 'added' ? (
          <Banner icon={<CircleCheck className="size-5 text-confirmed" />}>
            Passkey added. Next time, choose “Sign in with a passkey”.
          </Banner>
        ) : null}
      </div>
      {state === 'offered' ? (
        <Card>
          <p>Sign in faster next time with your fingerprint, face or screen lock.</p>
          <div className="mt-3 flex flex-wrap items-end gap-2">
            <AddPasskey onAdded={() => setState('added')} />
            <Button variant="quiet" onClick={decline}>
              Not now
            </Button>
          </div>
        </Card>
      ) : null}
    </>
  );
}

/** The portal's home: the next appointment, links, and how to contact the practice. */
export function PortalHomePage() {
  usePage('Home');
  const now = usePortalNow();
  const bookings = useQuery({ ...ownQuery('cp/bookings', {}), refetchInterval: rereadMs });
  const pets = usePets();
  const upcoming = bookings.data && inSections(bookings.data, now).upcoming;
  return (
    <KeepFocus className="flex flex-col gap-4 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Welcome />
        <RequestAppointment />
      </div>
      <NextAppointment
        booking={upcoming && (upcoming[0] ?? null)}
        error={bookings.error}
        onRetry={() => void bookings.refetch()}
        retrying={bookings.isFetching}
      />
      <Tiles pets={countOf(pets.data, pets.error)} upcoming={countOf(upcoming, bookings.error)} />
      <PasskeyOfferCard />
      <PracticeInformation />
      <Offered />
    </KeepFocus>
  );
}
