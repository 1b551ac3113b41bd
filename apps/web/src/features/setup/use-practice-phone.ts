import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatPhone } from '../../lib/format.ts';
import { usePractice } from '../../lib/practice.ts';
import { useCommand } from '../../lib/query.ts';

/** The practice's phone number, which messages ask clients to call; saved if changed. */
export function usePracticePhone() {
  const kept = formatPhone(usePractice()?.phone ?? null);
  const [typed, setTyped] = useState<string | null>(null);
  const update = useCommand('tenant_update');
  const phone = typed ?? kept;
  return {
    phone,
    change: (next: string) => {
      update.reset();
      setTyped(next);
    },
    busy: update.isPending,
    problem: update.error ? failureText('Couldn’t save the phone number', update.error) : undefined,
    save: (onSaved: () => void) => {
      if (phone.trim() === kept) onSaved();
      else update.mutate({ phone: phone.trim() || null }, { onSuccess: onSaved });
    },
  };
}
