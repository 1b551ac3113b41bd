import type { PortalService } from '@burrow/contracts/portal';
import { Lock } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { NativeDialog } from '../../../ui/native-dialog.tsx';
import { depositTerms } from '../appointments/deposit-terms.ts';
import { SeeAppointments } from '../appointments/see-appointments.tsx';
import { OfferedTermsText } from '../change/offered-terms-text.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import type { WantedAppointment } from './pending-payment.ts';
import type { DepositPayment } from './use-deposit-payment.ts';

/** 'Deposit Payment Required': the amount due now, the terms, and the button that opens the payment page. */
export function DepositDialog({
  payment: { amount, isProcessing, problem, isPetBusy, pay, close },
  wanted,
  when,
  service,
}: {
  payment: DepositPayment;
  wanted: WantedAppointment;
  /** The day and time, in words. */
  when: string;
  service: PortalService;
}) {
  const { money } = usePortalFormats();
  return (
    <NativeDialog
      open
      width="small"
      title="Deposit Payment Required"
      dismissible={!isProcessing}
      onOpenChange={close}
      actions={
        <>
          {isProcessing ? null : (
            <Button size="large" onClick={close}>
              Cancel
            </Button>
          )}
          <Button
            data-dialog-beginning
            size="large"
            variant="primary"
            busy={isProcessing}
            busyLabel="Processing..."
            onClick={() => pay(wanted, service)}
          >
            Pay Deposit
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <dl className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-md bg-brand-soft px-4 py-3">
          <dt className="font-semibold">Deposit Amount</dt>
          <dd className="figures text-2xl font-bold">{money(amount)}</dd>
        </dl>
        <p>
          A deposit is required to confirm your booking. The remaining balance is due at your appointment.
        </p>
        <p>{depositTerms.request}</p>
        <p>
          <OfferedTermsText
            terms={service.terms}
            when={{ date: wanted.booking_date, time: wanted.booking_time }}
          />
        </p>
        <p className="text-sm text-ink-soft">{depositTerms.money}</p>
        <p className="text-ink-soft">
          <span className="font-semibold wrap-anywhere text-ink">{service.name}</span>, {when}. The time is
          held for you while you pay.
        </p>
        {problem === null ? null : (
          <FormProblem>
            {problem} {isPetBusy ? <SeeAppointments /> : null}
          </FormProblem>
        )}
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          <Lock aria-hidden="true" className="size-4 shrink-0" />
          Secure payment processing
        </p>
      </div>
    </NativeDialog>
  );
}
