import type { PortalService } from '@burrow/contracts/portal';
import type { OwnCare } from '@burrow/contracts/portal-care';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { DepositDialog } from '../payment/deposit-dialog.tsx';
import type { DepositPayment } from '../payment/use-deposit-payment.ts';
import { PortalLink } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { portalServicesQuery } from '../requests-open.ts';

/** What is due, with its first free time. */
export type Bookable = OwnCare & { time: { booking_date: string; booking_time: string } };

/** The first free time of what is due, and the service if it has another name. */
export function FirstTime({ item }: { item: Bookable }) {
  const formats = usePortalFormats();
  return (
    <span className="figures">
      {formats.longDay(item.time.booking_date)} at {formats.time(item.time.booking_time)}
      {item.service === item.care_type ? null : <span className="block">{item.service}</span>}
    </span>
  );
}

export const AnotherTime = ({ item, className }: { item: Bookable; className?: string }) => (
  <PortalLink
    to={paths.appointmentRequest({ animal_id: item.animal_id, service_id: item.service_id })}
    className={`inline-block text-sm ${className ?? ''} ${textLinkClass}`}
  >
    Choose another time<span className="sr-only"> for {item.animal_name}</span>
  </PortalLink>
);

/** The first free times of what is due at a practice that asks for a deposit: each is requested by paying its own. */
export function BookWithDeposit({
  bookable,
  payment,
}: {
  bookable: readonly Bookable[];
  payment: DepositPayment;
}) {
  const formats = usePortalFormats();
  const services = useQuery(portalServicesQuery).data ?? [];
  const [chosen, setChosen] = useState<{ item: Bookable; service: PortalService } | null>(null);
  const serviceOf = (item: Bookable) => services.find(({ id }) => id === item.service_id);
  const begin = (item: Bookable) => {
    const service = serviceOf(item);
    if (service === undefined) return;
    setChosen({ item, service });
    payment.begin();
  };
  return (
    <Card title={bookable.length === 1 ? 'Book the first free time' : 'Book the first free times'}>
      <ul className="flex flex-col gap-4">
        {bookable.map((item) => (
          <li key={item.care_due_id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold wrap-anywhere">
                {item.animal_name}: {item.care_type}
              </p>
              <p className="text-sm text-ink-soft">
                <FirstTime item={item} />
              </p>
              <AnotherTime item={item} className="mt-1" />
            </div>
            <Button
              size="large"
              variant="primary"
              className="max-sm:w-full"
              disabled={serviceOf(item) === undefined}
              onClick={() => begin(item)}
            >
              Book<span className="sr-only"> for {item.animal_name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="figures mt-4 text-sm text-ink-soft">
        We ask for a deposit of {formats.money(payment.amount)} for each appointment, which you pay by card in
        the next step.
      </p>
      {payment.isOpen && chosen !== null ? (
        <DepositDialog
          payment={payment}
          wanted={{
            animal_id: chosen.item.animal_id,
            service_id: chosen.service.id,
            booking_date: chosen.item.time.booking_date,
            booking_time: chosen.item.time.booking_time,
          }}
          when={`${formats.longDay(chosen.item.time.booking_date)} at ${formats.time(chosen.item.time.booking_time)}`}
          // One that is withdrawn meanwhile stays in the dialog, which says why it can't be booked.
          service={serviceOf(chosen.item) ?? chosen.service}
        />
      ) : null}
    </Card>
  );
}
