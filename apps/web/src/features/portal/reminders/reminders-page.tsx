import { maxBookedTogether } from '@burrow/contracts/care-limits';
import type { OwnCare } from '@burrow/contracts/portal-care';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import type { OutputOf } from '../../../lib/api.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { ownQuery } from '../own-query.ts';
import { NotPaid } from '../payment/not-paid.tsx';
import { useDepositPayment } from '../payment/use-deposit-payment.ts';
import { PortalButtonLink, PortalLink } from '../portal-links.tsx';
import { portalPracticeQuery, usePortalFormats } from '../portal-practice.ts';
import { useRequestsOpen } from '../requests-open.ts';
import { AnotherTime, BookWithDeposit, FirstTime, type Bookable } from './book-with-deposit.tsx';

type Reminders = OutputOf<'cp/recall'>;

const isOpen = ({ state }: OwnCare): boolean => state === 'due' || state === 'told';

/** What can be booked at once, with its first free time. */
const bookableOf = ({ items, times }: Reminders): Bookable[] =>
  items.filter(isOpen).flatMap((item) => {
    const time = times.find((one) => one.care_due_id === item.care_due_id);
    if (!time || time.booking_date === null || time.booking_time === null) return [];
    return [{ ...item, time: { booking_date: time.booking_date, booking_time: time.booking_time } }];
  });

function DueLine({ item }: { item: OwnCare }) {
  const formats = usePortalFormats();
  const isPast = item.due_on < formats.today();
  return (
    <p className="figures text-sm text-ink-soft">
      {isPast ? 'Was due' : 'Due'} {formats.day(item.due_on)}
      {item.price === null ? '' : ` · ${formats.money(item.price)}`}
    </p>
  );
}

/** What has been booked, after the request. */
function Requested({ count }: { count: number }) {
  return (
    <Card title="Request sent">
      <div role="status">
        <p>
          {count === 1
            ? 'We’ve received your request. We’ll let you know when it’s confirmed.'
            : `We’ve received your ${count} requests. We’ll let you know when they’re confirmed.`}
        </p>
      </div>
      <p className="mt-4">
        <PortalButtonLink size="large" to={paths.appointments} className="max-sm:w-full">
          View My Appointments
        </PortalButtonLink>
      </p>
    </Card>
  );
}

/** The first free times of what is due, booked with one button. */
function BookTogether({
  bookable,
  onBooked,
}: {
  bookable: readonly Bookable[];
  onBooked: (count: number) => void;
}) {
  const client = useQueryClient();
  // Ticked and unticked by the person; before that, as many as can be booked are ticked.
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const { mutate, isPending, error } = useCommand('cp/care_book');
  const chosen = bookable
    .filter(({ care_due_id: id }, place) => ticks.get(id) ?? place < maxBookedTogether)
    .slice(0, maxBookedTogether);
  const book = () =>
    mutate(
      {
        appointments: chosen.map(({ care_due_id, time }) => ({
          care_due_id,
          booking_date: time.booking_date,
          booking_time: time.booking_time,
        })),
      },
      {
        onSuccess: ({ booking_ids: ids }) => onBooked(ids.length),
        onError: (problem) => {
          // The practice turned deposits on after this page was opened.
          if (problem instanceof ApiError && problem.code === 'deposit_required')
            void client.invalidateQueries({ queryKey: portalPracticeQuery.queryKey });
        },
      },
    );
  return (
    <Card title={bookable.length === 1 ? 'Book the first free time' : 'Book the first free times'}>
      <ul className="flex flex-col gap-3">
        {bookable.map((item) => (
          <li key={item.care_due_id}>
            <Checkbox
              label={
                <span className="wrap-anywhere">
                  {item.animal_name}: {item.care_type}
                </span>
              }
              hint={<FirstTime item={item} />}
              checked={chosen.includes(item)}
              disabled={chosen.length === maxBookedTogether && !chosen.includes(item)}
              onChange={({ target }) => setTicks(new Map(ticks).set(item.care_due_id, target.checked))}
            />
            <AnotherTime item={item} className="mt-1 ml-8" />
          </li>
        ))}
      </ul>
      {bookable.length > maxBookedTogether ? (
        <p className="mt-3 text-sm text-ink-soft">You can book up to {maxBookedTogether} at once.</p>
      ) : null}
      {error ? (
        <div className="mt-3">
          <FormProblem>{messageOf(error, 'Couldn’t send your request.')}</FormProblem>
        </div>
      ) : null}
      <Button
        size="large"
        variant="primary"
        className="mt-4 max-sm:w-full"
        disabled={chosen.length === 0}
        busy={isPending}
        busyLabel="Sending..."
        onClick={book}
      >
        {chosen.length === 2 ? 'Book both' : chosen.length > 2 ? `Book all ${chosen.length}` : 'Book'}
      </Button>
    </Card>
  );
}

function List({ items }: { items: readonly OwnCare[] }) {
  const formats = usePortalFormats();
  const [declined, setDeclined] = useState<OwnCare | null>(null);
  return (
    <KeepFocus>
      <Card title="What’s due" flush>
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <li
              key={item.care_due_id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3"
            >
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-semibold wrap-anywhere">
                  {item.animal_name}: {item.care_type}
                </p>
                <DueLine item={item} />
                {item.state === 'booked' && item.booking_id !== null && item.booking_date !== null ? (
                  <PortalLink
                    to={paths.appointment(item.booking_id)}
                    className={`figures text-sm ${textLinkClass}`}
                  >
                    Appointment {item.requested === '1' ? 'requested for' : 'on'}{' '}
                    {formats.day(item.booking_date)}
                  </PortalLink>
                ) : null}
                {isOpen(item) && item.service_id === null ? (
                  <p className="text-sm">Please call us to book this.</p>
                ) : null}
              </div>
              {isOpen(item) ? (
                <Button size="small" variant="quiet" onClick={() => setDeclined(item)}>
                  Not needed
                  <span className="sr-only">
                    {' '}
                    for {item.animal_name}: {item.care_type}
                  </span>
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </Card>
      {declined === null ? null : (
        <ConfirmCommand
          command="cp/care_dismiss"
          input={{ care_due_id: declined.care_due_id }}
          title={`Stop reminders about ${declined.animal_name}’s ${declined.care_type}?`}
          confirmLabel="Stop reminders"
          busyLabel="Stopping..."
          failure="Couldn’t stop the reminders"
          onClose={() => setDeclined(null)}
        >
          Choose this if it’s been done elsewhere, for example. The practice will see your answer.
        </ConfirmCommand>
      )}
    </KeepFocus>
  );
}

function Loaded({ reminders }: { reminders: Reminders }) {
  const canBook = useRequestsOpen() !== false;
  const [requested, setRequested] = useState(0);
  const shown = reminders.items.filter((item) => isOpen(item) || item.state === 'booked');
  const payment = useDepositPayment('reminders');
  const bookable = bookableOf(reminders);
  const isBookable = canBook && bookable.length > 0;
  if (shown.length === 0 && requested === 0) {
    return (
      <Card>
        <EmptyState icon={<BellRing className="size-7" />} title="Nothing is due">
          We’ll remind you when one of your pets is due.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      {requested > 0 ? <Requested count={requested} /> : null}
      {isBookable && payment.isAsked ? <BookWithDeposit bookable={bookable} payment={payment} /> : null}
      {isBookable && !payment.isAsked ? <BookTogether bookable={bookable} onBooked={setRequested} /> : null}
      {shown.length > 0 ? <List items={shown} /> : null}
    </>
  );
}

/** What the pets need, and the first free times to book it (/cp/reminders). A recall's link shows what it is about. */
export function RemindersPage() {
  usePage('Reminders');
  const [params] = useSearchParams();
  const recall = params.get('recall');
  const query = useQuery(ownQuery('cp/recall', recall === null ? {} : { recall_id: recall }));
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-2xl font-bold">Reminders</h1>
      {params.get('payment') === 'cancelled' ? <NotPaid /> : null}
      {isGone ? (
        <ErrorPanel title="This reminder is no longer available">
          <PortalButtonLink to={paths.reminders()}>See what’s due</PortalButtonLink>
        </ErrorPanel>
      ) : (
        <QueryView
          query={query}
          skeleton={<SkeletonRows rows={3} label="Loading your reminders..." />}
          failure="Couldn’t load your reminders"
          boxed
        >
          {(reminders) => <Loaded reminders={reminders} />}
        </QueryView>
      )}
    </div>
  );
}
