import { useMutation } from '@tanstack/react-query';
import { FileOutput, ReceiptText } from 'lucide-react';
import { downloadDocument } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { failureText } from '../../../lib/failure-text.ts';

/** The appointment's papers, each downloaded as a PDF. */
export function DocumentButtons({ bookingId }: { bookingId: number }) {
  const invoice = useMutation({
    mutationFn: () =>
      downloadDocument('booking_invoice', { booking_id: bookingId }, `invoice-${bookingId}.pdf`),
  });
  const referral = useMutation({
    mutationFn: () =>
      downloadDocument('booking_referral', { booking_id: bookingId }, `referral-${bookingId}.pdf`),
  });
  const problems = [
    invoice.isError ? failureText('Failed to generate invoice', invoice.error) : null,
    referral.isError ? failureText('Failed to generate referral form', referral.error) : null,
  ].filter((problem) => problem !== null);
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <Button
          className="px-2"
          icon={<ReceiptText aria-hidden="true" className="size-4" />}
          busy={invoice.isPending}
          busyLabel="Generating..."
          title={`Saves invoice-${bookingId}.pdf`}
          onClick={() => invoice.mutate()}
        >
          <span className="sr-only">Download </span>Invoice
        </Button>
        <Button
          className="px-2"
          icon={<FileOutput aria-hidden="true" className="size-4" />}
          busy={referral.isPending}
          busyLabel="Generating..."
          title={`Saves referral-${bookingId}.pdf`}
          onClick={() => referral.mutate()}
        >
          <span className="sr-only">Download </span>Referral form
        </Button>
      </div>
      {problems.map((problem) => (
        <p key={problem} role="alert" className="text-sm font-medium text-attention">
          {problem}
        </p>
      ))}
    </>
  );
}
