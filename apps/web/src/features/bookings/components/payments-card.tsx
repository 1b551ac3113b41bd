import type { BookingDetail } from '@burrow/contracts/booking';
import { Undo2, Plus, BanknoteArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { LedgerList } from '../../payments/components/ledger-list.tsx';
import { RefundNotices } from '../../payments/components/refund-notices.tsx';
import {
  keptDeposit,
  kindNames,
  mayVoid,
  openRefunds,
  penceOf,
  type LedgerLine,
  type Payment,
} from '../../payments/payment-words.ts';
import { aboutBooking } from '../about-booking.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';

// Loaded on demand: most visits record no payment.
const RecordPaymentDialog = lazyDialog(
  async () => (await import('../../payments/components/record-payment-dialog.tsx')).RecordPaymentDialog,
);
const RefundDialog = lazyDialog(
  async () => (await import('../../payments/components/refund-dialog.tsx')).RefundDialog,
);
const VoidPayment = lazyDialog(
  async () => (await import('../../payments/components/void-payment.tsx')).VoidPayment,
);

type Asking = { what: 'record' } | { what: 'refund' | 'void'; payment: Payment };

/** Price, paid, and the balance: due, overpaid or kept. */
function Sums({ booking }: { booking: BookingDetail }) {
  const { money } = useFormats();
  const balance = penceOf(booking.balance);
  // A cancelled appointment has no balance due.
  const isDue = booking.status !== 'cancelled' && balance > 0;
  const kept = keptDeposit(booking);
  const left =
    kept !== null
      ? { word: 'Deposit kept', sum: kept }
      : balance < 0
        ? { word: 'Overpaid', sum: booking.balance.replace('-', '') }
        : { word: 'Balance due', sum: isDue ? booking.balance : '0.00' };
  const sums = [
    { word: 'Price', sum: booking.price, strong: false },
    { word: 'Paid', sum: booking.paid, strong: false },
    { ...left, strong: balance < 0 || isDue },
  ];
  return (
    <dl className="grid grid-cols-3 gap-3 border-b border-line px-4 py-3">
      {sums.map(({ word, sum, strong }) => (
        <div key={word} className="min-w-0">
          <dt className="text-sm text-ink-soft">{word}</dt>
          <dd className={classNames('figures text-lg', strong ? 'font-bold' : 'font-medium')}>
            {money(sum)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Actions for a payment; nothing when it was fully refunded or voided. */
function PaymentMenu({
  line: { entry },
  onAsk,
}: {
  line: LedgerLine<Payment>;
  onAsk: (asking: Asking) => void;
}) {
  const { money } = useFormats();
  const entries: MenuEntry[] = [];
  if (penceOf(entry.refundable) > 0)
    entries.push({
      label: 'Refund…',
      icon: <BanknoteArrowUp aria-hidden="true" className="size-4" />,
      onSelect: () => onAsk({ what: 'refund', payment: entry }),
    });
  if (mayVoid(entry))
    entries.push({
      label: 'Void',
      icon: <Undo2 aria-hidden="true" className="size-4" />,
      tone: 'attention',
      onSelect: () => onAsk({ what: 'void', payment: entry }),
    });
  if (entries.length === 0) return null;
  return <RowMenu label={`${kindNames[entry.kind]} of ${money(entry.amount)}: more`} entries={entries} />;
}

function Dialogs({
  booking,
  asking,
  onClose,
}: {
  booking: BookingDetail;
  asking: Asking | null;
  onClose: () => void;
}) {
  const about = aboutBooking(booking.id);
  if (asking === null) return null;
  if (asking.what === 'record') {
    return <RecordPaymentDialog booking={booking} about={about} onClose={onClose} />;
  }
  if (asking.what === 'refund') {
    return (
      <RefundDialog
        payment={asking.payment}
        refused={booking.refunds.some(
          ({ payment_id: id, status }) => id === asking.payment.id && status === 'failed',
        )}
        about={about}
        onClose={onClose}
      />
    );
  }
  return <VoidPayment payment={asking.payment} about={about} onClose={onClose} />;
}

/** Price, payments, refunds and balance of the appointment, with actions. */
export function PaymentsCard({ booking }: { booking: BookingDetail }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const { payments } = booking;
  const isDue = booking.status !== 'cancelled' && penceOf(booking.balance) > 0;
  if (booking.status === 'cancelled' && payments.length === 0) return null;
  return (
    <KeepFocus className="min-w-0 outline-none">
      <Card
        flush
        title="Payments"
        actions={
          isDue ? (
            <Button
              size="small"
              className="-my-1 print:hidden"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onClick={() => setAsking({ what: 'record' })}
            >
              Record payment
            </Button>
          ) : null
        }
      >
        <Sums booking={booking} />
        <RefundNotices refunds={openRefunds(booking.refunds, payments)} about={aboutBooking(booking.id)} />
        {payments.length === 0 ? (
          <p className="px-4 py-3.5 text-ink-soft">{isDue ? 'Nothing paid yet' : 'Nothing to pay'}</p>
        ) : (
          <LedgerList
            label="Payments"
            entries={payments}
            actionOf={(line) => <PaymentMenu line={line} onAsk={setAsking} />}
          />
        )}
      </Card>
      <Dialogs booking={booking} asking={asking} onClose={() => setAsking(null)} />
    </KeepFocus>
  );
}
