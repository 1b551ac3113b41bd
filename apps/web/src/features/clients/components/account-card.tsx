import type { ClientAccount } from '@burrow/contracts/payment';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { rowLinkClass } from '../../../ui/table.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { LedgerList } from '../../payments/components/ledger-list.tsx';
import { RefundNotices } from '../../payments/components/refund-notices.tsx';
import { accountStanding, heldDeposits, ledgerLines } from '../../payments/payment-words.ts';
import { aboutClient } from '../about-client.ts';
import { useAccountOfClient } from '../queries.ts';

const shownAtFirst = 10;

/** Completed appointments with a balance, each a link to its page. */
function OpenBookings({ bookings }: { bookings: ClientAccount['open_bookings'] }) {
  const formats = useFormats();
  if (bookings.length === 0) return null;
  return (
    <ul aria-label="Appointments with a balance due" className="divide-y divide-line border-b border-line">
      {bookings.map((booking) => (
        <li
          key={booking.booking_id}
          className="relative flex items-baseline justify-between gap-4 px-4 py-2.5 hover:bg-sunken/60 has-focus-visible:bg-sunken/60"
        >
          <div className="min-w-0">
            <Link to={paths.booking(booking.booking_id)} className={rowLinkClass}>
              {booking.animal_name}
            </Link>
            <p className="figures text-sm text-ink-soft">
              {[formats.day(booking.booking_date), booking.service].filter(Boolean).join(' · ')}
            </p>
          </div>
          <p className="figures shrink-0 text-right">
            {Number(booking.balance) > 0 ? (
              <span className="font-semibold text-attention">{formats.money(booking.balance)} due</span>
            ) : (
              <span className="font-semibold text-confirmed">
                {formats.money(booking.balance.replace('-', ''))} overpaid
              </span>
            )}
            <span className="block text-sm text-ink-soft">of {formats.money(booking.price)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A link to the appointment that a ledger line is about. */
function PaidFor({ entry }: { entry: ClientAccount['entries'][number] }) {
  const formats = useFormats();
  if (entry.booking_id === null)
    return <p className="text-sm text-ink-soft">Deposit without an appointment</p>;
  const what = [entry.animal_name, entry.booking_date && formats.day(entry.booking_date)];
  return (
    <p className="text-sm">
      <Link to={paths.booking(entry.booking_id)} className={textLinkClass}>
        {what.filter(Boolean).join(', ') || `Appointment ${entry.booking_id}`}
      </Link>
    </p>
  );
}

/** The ledger, folded up, newest first. */
function Ledger({ entries }: { entries: ClientAccount['entries'] }) {
  const [all, setAll] = useState(false);
  if (entries.length === 0) return <p className="px-4 py-3.5 text-ink-soft">No payments yet</p>;
  const lines = ledgerLines(entries);
  const shown = all ? lines : lines.slice(0, shownAtFirst);
  return (
    <details>
      <summary className="px-4 py-2.5 font-semibold hover:bg-sunken/60 focus-visible:-outline-offset-2 pointer-coarse:py-3">
        Last payments <span className="font-normal text-ink-soft">({lines.length})</span>
      </summary>
      <KeepFocus className="border-t border-line outline-none">
        <LedgerList
          label="Payments"
          foldsMistakes
          entries={shown.flatMap(({ entry, reversals }) => [entry, ...reversals])}
          aboutOf={(entry) => <PaidFor entry={entry} />}
        />
        {shown.length < lines.length ? (
          <div className="border-t border-line p-3 text-center print:hidden">
            <Button size="small" onClick={() => setAll(true)}>
              Show all {lines.length}
            </Button>
          </div>
        ) : null}
      </KeepFocus>
    </details>
  );
}

/** A client's balance, unpaid appointments and payments. */
export function AccountCard({ clientId }: { clientId: number }) {
  const { money, today } = useFormats();
  const query = useAccountOfClient(clientId);
  const { data } = query;
  const held = data === undefined ? null : heldDeposits(data, today());
  const standing = data === undefined ? null : accountStanding(data.balance, money);
  return (
    <Card
      flush
      title="Account"
      aside={standing === null ? null : <Badge tone={standing.tone}>{standing.label}</Badge>}
    >
      <QueryView query={query} skeleton={<SkeletonRows rows={2} />} failure="Couldn’t load the account">
        {(account) => (
          <>
            <KeepFocus className="outline-none">
              <RefundNotices refunds={account.refunds} about={aboutClient(clientId)} />
            </KeepFocus>
            <OpenBookings bookings={account.open_bookings} />
            {held === null ? null : (
              <p className="flex justify-between gap-4 border-b border-line px-4 py-2.5">
                Deposits held for upcoming appointments
                <span className="figures shrink-0 font-semibold">{money(held)}</span>
              </p>
            )}
            <Ledger entries={account.entries} />
          </>
        )}
      </QueryView>
    </Card>
  );
}
