import type { PortalService } from '@burrow/contracts/portal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePortalPractice, portalPracticeQuery } from '../portal-practice.ts';
import { portalServicesQuery } from '../requests-open.ts';

const termsOf = (service: PortalService | undefined): string => JSON.stringify(service?.terms);

/**
 * Reads the deposit and a service's terms again before they are agreed to: both may have changed since the page was opened.
 * @returns the check; its answer is whether they are still as shown
 */
export function useShownDeposit() {
  const client = useQueryClient();
  const shown = usePortalPractice();
  return useMutation({
    mutationFn: async (service: PortalService): Promise<boolean> => {
      const [practice, services] = await Promise.all([
        client.fetchQuery({ ...portalPracticeQuery, staleTime: 0 }),
        client.fetchQuery({ ...portalServicesQuery, staleTime: 0 }),
      ]);
      const isAsked = practice.deposit_required === '1' && practice.deposit_payable;
      const now = services.find(({ id }) => id === service.id);
      // Without a deposit, or a service that is offered, the server refuses the payment, and says so.
      if (!isAsked || now === undefined) return true;
      return practice.deposit_amount === shown?.deposit_amount && termsOf(now) === termsOf(service);
    },
  });
}
