import type { DeskWant, FreedTime } from '@burrow/contracts/waitlist';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import type { OfferedTime } from '../forms/offer-dialog.tsx';

type Offer = (want: DeskWant, begin: OfferedTime) => void;

/** The clients whom a freed time suits. */
function Fitting({ freed, onOffer }: { freed: FreedTime; onOffer: Offer }) {
  const time = { booking_date: freed.booking_date, booking_time: freed.booking_time };
  const query = useQuery(
    actionQuery('wants_fitting', {
      ...time,
      ...(freed.staff_id === null ? {} : { staff_id: freed.staff_id }),
    }),
  );
  return (
    <QueryView
      query={query}
      skeleton={<Loading label="Looking for clients..." />}
      failure="Couldn’t load the clients"
      empty={
        <p className="text-ink-soft">
          No client on the waitlist can come at this start time. To offer a later one, use Offer a time below.
        </p>
      }
    >
      {(wants) => (
        <ul className="flex flex-col gap-2">
          {wants.map((want) => (
            <li key={want.want_id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="wrap-anywhere">
                {want.animal_name} ({want.client_name}) · {want.service}
              </span>
              <Button
                size="small"
                variant="primary"
                onClick={() =>
                  onOffer(want, {
                    date: freed.booking_date,
                    time: freed.booking_time,
                    staffId: want.offered_staff_id,
                  })
                }
              >
                Offer<span className="sr-only"> to {want.client_name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

/** The times that came free and suit clients who wait, where staff choose. */
export function FreedCard({ times, onOffer }: { times: readonly FreedTime[]; onOffer: Offer }) {
  const formats = useFormats();
  const [open, setOpen] = useState<number | null>(null);
  if (times.length === 0) return null;
  return (
    <Card title="Times that came free" flush>
      <ul className="divide-y divide-line">
        {times.map((freed) => (
          <li key={freed.freed_time_id} className="flex flex-col gap-2 px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="figures">
                <strong>
                  {formats.shortDay(freed.booking_date)}, {formats.time(freed.booking_time)}
                </strong>{' '}
                · {freed.minutes} min{freed.staff_member ? ` · ${freed.staff_member}` : ''}
              </p>
              <Button
                size="small"
                aria-expanded={open === freed.freed_time_id}
                onClick={() => setOpen(open === freed.freed_time_id ? null : freed.freed_time_id)}
              >
                {formats.count(freed.fits ?? 0, 'client')} waiting
              </Button>
            </div>
            {open === freed.freed_time_id ? <Fitting freed={freed} onOffer={onOffer} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
