import { BellRing } from 'lucide-react';

/** What the practice wants staff to know about a client, prominent; nothing without an alert. */
export const ClientAlert = ({ alert }: { alert: string | null }) =>
  alert ? (
    <p className="flex gap-2.5 rounded-md bg-pending-soft px-3 py-2">
      <BellRing aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-pending" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold text-pending">Client alert: </span>
        {alert}
      </span>
    </p>
  ) : null;
