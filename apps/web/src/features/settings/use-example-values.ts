import { messageVariables, type MessageVariable } from '@burrow/contracts/message-text';
import { useMemo } from 'react';
import { formatPhone } from '../../lib/format.ts';
import { usePortalAddress } from '../../lib/portal-address.ts';
import { useFormats, usePractice } from '../../lib/practice.ts';

/** What messages are filled with in previews: the practice as it is, and examples for the rest. */
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
