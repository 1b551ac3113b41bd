import { messageVariables, type MessageVariable } from '@burrow/contracts/message-text';
import { useMemo } from 'react';
import { formatPhone } from '../../lib/format.ts';
import { usePortalAddress } from '../../lib/portal-address.ts';
import { useFormats, usePractice } from '../../lib/practice.ts';

/** The values of the variables in previews: the practice's own, and examples for the others. */
export function useExampleValues(): Readonly<Record<MessageVariable, string>> {
  const practice = usePractice();
  const name = practice?.tenant_name ?? messageVariables.practice_name;
  const phone = practice ? formatPhone(practice.phone) : messageVariables.practice_phone;
  const link = usePortalAddress();
  const amount = useFormats().money('10.00');
  return useMemo(
    () => ({ ...messageVariables, practice_name: name, practice_phone: phone, portal_link: link, amount }),
    [name, phone, link, amount],
  );
}
