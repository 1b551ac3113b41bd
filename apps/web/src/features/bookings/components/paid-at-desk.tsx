import type { CancelPreview } from '@burrow/contracts/booking-terms';
import { useFormats } from '../../../lib/practice.ts';

/** Says that what was paid at the desk is not refunded by cancelling; nothing if nothing was. */
export function PaidAtDesk({ preview: { paid_at_desk: paid } }: { preview: CancelPreview }) {
  const { money } = useFormats();
  return Number(paid) > 0
    ? ` ${money(paid)} was paid at the desk and won’t be refunded automatically. You can refund it under Payments.`
    : null;
}
