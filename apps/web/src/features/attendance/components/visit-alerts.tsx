import type { Visit } from '@burrow/contracts/attendance';
import { BellRing, HeartPulse, ReceiptPoundSterling, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';

function Alert({ icon, tone, children }: { icon: ReactNode; tone: string; children: ReactNode }) {
  return (
    <li className={classNames('flex items-start gap-1.5', tone)}>
      <span aria-hidden="true" className="mt-[0.2em] shrink-0 *:size-[1em]">
        {icon}
      </span>
      <span className="line-clamp-3 min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

/** The alerts of a visit: allergies, behaviour, the client’s own alert and their balance due. Empty without any. */
export function VisitAlerts({
  visit: { allergies, behaviour_notes: behaviour, client_alert: client, balance_due: balance = null },
  size = 'small',
  className,
}: {
  visit: Partial<Pick<Visit, 'allergies' | 'behaviour_notes' | 'client_alert' | 'balance_due'>>;
  size?: 'small' | 'large';
  className?: string;
}) {
  const { money } = useFormats();
  const owes = Number(balance ?? 0) > 0;
  if (!allergies && !behaviour && !client && !owes) return null;
  return (
    <ul
      aria-label="Alerts"
      className={classNames(
        'flex flex-col gap-0.5 font-medium',
        size === 'large' ? 'text-lg' : 'text-sm',
        className,
      )}
    >
      {allergies ? (
        <Alert icon={<HeartPulse />} tone="text-attention">
          Allergies: {allergies}
        </Alert>
      ) : null}
      {behaviour ? (
        <Alert icon={<ShieldAlert />} tone="text-pending">
          Behaviour: {behaviour}
        </Alert>
      ) : null}
      {client ? (
        <Alert icon={<BellRing />} tone="text-pending">
          Client alert: {client}
        </Alert>
      ) : null}
      {owes ? (
        <Alert icon={<ReceiptPoundSterling />} tone="text-attention figures">
          Balance due {money(balance)}
        </Alert>
      ) : null}
    </ul>
  );
}
