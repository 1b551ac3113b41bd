import type { RefundRecord } from '@burrow/contracts/refund';
import { CircleAlert, Hourglass, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { refundReasons } from '../payment-words.ts';

// Loaded on demand: few refunds are refused.
const RefundedAnotherWayDialog = lazyDialog(
  async () => (await import('./refunded-another-way-dialog.tsx')).RefundedAnotherWayDialog,
);

/** A refund that the card provider has not confirmed. */
function UnderWay({ refund }: { refund: RefundRecord }) {
  const formats = useFormats();
  return (
    <li className="flex gap-2.5 px-4 py-2.5">
      <Hourglass aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-pending" />
      <div className="min-w-0">
        <p className="font-medium">Refund of {formats.money(refund.amount)} in progress</p>
        <p className="figures text-sm text-ink-soft">
          {[formats.dateTime(refund.requested_at), refund.requested_by ?? refundReasons[refund.reason]].join(
            ' · ',
          )}
        </p>
      </div>
    </li>
  );
}

/** The outcome of a refund that is no longer in progress. */
const outcomeOf = ({ status, last_error: error }: RefundRecord, sum: string) =>
  status === 'unknown'
    ? {
        title: `Refund of ${sum} not confirmed`,
        why: 'The card provider didn’t respond. You can safely try again: it won’t be refunded twice.',
      }
    : { title: `Refund of ${sum} failed`, why: error ?? 'The card provider gave no reason.' };

/**
 * A refund that the card provider refused or did not answer, with the reason and a retry. Only a refused one can be
 * refunded another way: one without an answer may have arrived.
 */
function Failed({ refund, about }: { refund: RefundRecord; about: string }) {
  const formats = useFormats();
  const retry = useCommand('refund_retry');
  const [isAsking, setAsking] = useState(false);
  const sum = formats.money(refund.amount);
  const { title, why } = outcomeOf(refund, sum);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-attention-soft px-4 py-2.5">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 self-start text-attention" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold text-attention">{title}</p>
        <p className="wrap-anywhere">{why}</p>
        <p className="figures text-sm text-ink-soft">
          {[formats.dateTime(refund.requested_at), refund.requested_by ?? refundReasons[refund.reason]].join(
            ' · ',
          )}
        </p>
      </div>
      <Button
        size="small"
        className="print:hidden"
        icon={<RotateCw aria-hidden="true" className="size-4" />}
        busy={retry.isPending}
        aria-label={retry.isPending ? undefined : `Try again: refund of ${sum}`}
        onClick={() =>
          retry.mutate(
            { refund_id: refund.id },
            {
              onSuccess: () => toast.success(`Refund of ${sum} in progress`, { about }),
              onError: (error) => toast.error(failureText('Couldn’t try again', error), { about }),
            },
          )
        }
      >
        Try again
      </Button>
      {refund.status === 'failed' ? (
        <Button
          size="small"
          className="print:hidden"
          waiting={retry.isPending}
          aria-label={`Refund another way: refund of ${sum}`}
          onClick={() => setAsking(true)}
        >
          Refund another way…
        </Button>
      ) : null}
      {isAsking ? (
        <RefundedAnotherWayDialog refund={refund} about={about} onClose={() => setAsking(false)} />
      ) : null}
    </li>
  );
}

/** Refunds that are in progress, have failed or are unresolved; nothing without any. */
export function RefundNotices({
  refunds,
  about,
}: {
  refunds: readonly RefundRecord[];
  /** The subject of the messages afterwards. */
  about: string;
}) {
  if (refunds.length === 0) return null;
  return (
    <ul aria-label="Refunds" className="divide-y divide-line border-b border-line">
      {refunds.map((refund) =>
        refund.status === 'pending' ? (
          <UnderWay key={refund.id} refund={refund} />
        ) : (
          <Failed key={refund.id} refund={refund} about={about} />
        ),
      )}
    </ul>
  );
}
