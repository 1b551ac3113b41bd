import type { PortalService } from '@burrow/contracts/portal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { absolute, paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { useLeaving } from '../../../lib/use-leaving.ts';
import { changedDeposit } from '../change/terms-words.ts';
import { usePortalAddress } from '../portal-links.tsx';
import { portalPracticeQuery, usePortalPractice } from '../portal-practice.ts';
import { keepPendingPayment, type WantedAppointment } from './pending-payment.ts';
import { useShownDeposit } from './use-shown-deposit.ts';

/**
 * The deposit to pay before requesting an appointment: whether it is needed, and its checkout.
 * @param place where it is paid from: the page after the payment leads back to reminders that are left
 */
export function useDepositPayment(place: 'request' | 'reminders') {
  const client = useQueryClient();
  const { tenantId, userId } = useSession();
  const practice = usePortalPractice();
  const address = usePortalAddress();
  const checkout = useCommand('cp/payment/create_checkout');
  const check = useShownDeposit();
  const [isOpen, setOpen] = useState(false);
  const [hasNoAddress, setHasNoAddress] = useState(false);
  const { isLeaving, leaveFor } = useLeaving();
  const reset = () => {
    check.reset();
    checkout.reset();
    setHasNoAddress(false);
  };
  const open = (wanted: WantedAppointment, serviceName: string) => {
    checkout.mutate(
      {
        ...wanted,
        amount: Number(practice?.deposit_amount),
        currency: 'GBP',
        description: `Deposit for ${serviceName}`,
        return_url: `${window.location.origin}${absolute(address(paths.paymentReturn))}`,
      },
      {
        onSuccess: ({ id, checkout_url: url }) => {
          if (!url) {
            setHasNoAddress(true);
            return;
          }
          keepPendingPayment(
            { tenantId, userId },
            { checkoutId: id, wanted, isOfReminder: place === 'reminders' },
          );
          leaveFor(url);
        },
        onError: (error) => {
          // The practice turned deposits off after this page was opened.
          if (error instanceof ApiError && error.code === 'deposit_not_asked')
            void client.invalidateQueries({ queryKey: portalPracticeQuery.queryKey });
        },
      },
    );
  };
  /** Opens the payment page, if the deposit and its terms are still those that are shown. */
  const pay = (wanted: WantedAppointment, service: PortalService) => {
    reset();
    check.mutate(service, { onSuccess: (isSame) => (isSame ? open(wanted, service.name) : undefined) });
  };
  const error = check.error ?? checkout.error;
  return {
    /** Whether a deposit is required and can be paid here. */
    isAsked: practice?.deposit_required === '1' && practice.deposit_payable,
    amount: practice?.deposit_amount ?? null,
    isOpen,
    begin: () => {
      reset();
      setOpen(true);
    },
    close: () => {
      reset();
      setOpen(false);
    },
    pay,
    isProcessing: check.isPending || checkout.isPending || isLeaving,
    error,
    /** The pet has an appointment at that time, possibly the one being paid for. */
    isPetBusy: checkout.error instanceof ApiError && checkout.error.code === 'animal_busy',
    /** The error message; null without an error. */
    problem: hasNoAddress
      ? 'No payment URL received'
      : check.data === false
        ? changedDeposit
        : error && messageOf(error, 'Failed to process payment'),
  };
}

export type DepositPayment = ReturnType<typeof useDepositPayment>;
