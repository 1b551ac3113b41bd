import type { BookingDetail } from '@burrow/contracts/booking';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';

type Payment = BookingDetail['payments'][number];

const kinds: Record<Payment['kind'], string> = {
  payment: 'Payment',
  deposit: 'Deposit',
  refund: 'Refund',
  void: 'Payment taken back',
};

function PaymentRow({ payment }: { payment: Payment }) {
  const formats = useFormats();
  return (
    <li className="flex items-baseline justify-between gap-4 px-4 py-2.5">
      <div className="min-w-0">
        <p className="font-medium">
          {kinds[payment.kind]} <span className="text-ink-soft">· {payment.method}</span>
        </p>
        <p className="figures text-sm text-ink-soft">
          {formats.dateTime(payment.taken_at)}
          {payment.taken_by ? ` · ${payment.taken_by}` : ''}
        </p>
      </div>
      <p className={classNames('figures font-semibold', Number(payment.amount) < 0 && 'text-attention')}>
        {formats.money(payment.amount)}
      </p>
    </li>
  );
}

/** Everything that was paid and given back; no card while there is nothing. */
export function PaymentsCard({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return null;
  return (
    <Card flush title="Payments">
      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
    </Card>
  );
}
