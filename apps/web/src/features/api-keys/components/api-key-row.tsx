import type { ApiKeyRecord } from '@burrow/contracts/api-key';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { Badge } from '../../../ui/badge.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { scopesInWords } from '../scope-choices.ts';

const soonMs = 14 * 86_400_000;

/** What to know of a key at a glance, besides that it works. */
function Badges({ apiKey, now }: { apiKey: ApiKeyRecord; now: Date }) {
  const { state, acts_as, staff_name, expires_at } = apiKey;
  if (state !== 'live') return <Badge tone="void">{state === 'expired' ? 'Expired' : 'Revoked'}</Badge>;
  const isEnding = expires_at !== null && Date.parse(expires_at) - now.getTime() < soonMs;
  return (
    <>
      {acts_as === null ? <Badge tone="attention">Stopped: {staff_name} is not let in</Badge> : null}
      {acts_as === 'staff' ? <Badge tone="pending">As staff: {staff_name} is no admin now</Badge> : null}
      {isEnding ? <Badge tone="pending">Expires soon</Badge> : null}
    </>
  );
}

/** When it was made, used, and is over. */
function useTimes(apiKey: ApiKeyRecord, now: Date): string[] {
  const { state, created_at, last_used_at, expires_at, revoked_at } = apiKey;
  const formats = useFormats();
  const locale = usePractice()?.locale ?? 'en-GB';
  const ago = (instant: string) => timeAgo(instant, now, locale)?.toLowerCase() ?? formats.dateTime(instant);
  const end = revoked_at ?? expires_at;
  const over = revoked_at === null ? (state === 'live' ? 'Expires' : 'Expired') : 'Revoked';
  return [
    last_used_at === null ? 'Never used' : `Last used ${ago(last_used_at)}`,
    end === null ? 'Never expires' : `${over} ${formats.dateTime(end)}`,
    `Made ${formats.dateTime(created_at)}`,
  ];
}

/** One key for a program, with what can be done about it. */
export function ApiKeyRow({
  apiKey,
  now,
  isOwn,
  onRevoke,
  onTakeOver,
}: {
  apiKey: ApiKeyRecord;
  /** When somebody looks. */
  now: Date;
  /** Whether it works in the name of whoever looks. */
  isOwn: boolean;
  onRevoke: () => void;
  onTakeOver: () => void;
}) {
  const { label, last_four, scopes, staff_name, allowed_addresses: addresses, state } = apiKey;
  const times = useTimes(apiKey, now);
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 font-semibold wrap-anywhere">{label}</span>
          {last_four === '' ? null : <span className="figures text-sm text-ink-soft">…{last_four}</span>}
          <Badges apiKey={apiKey} now={now} />
        </p>
        <p>{scopesInWords(scopes).join(' · ') || 'May do nothing'}</p>
        <p className="figures text-sm text-ink-soft">
          {[isOwn ? 'In your name' : `In the name of ${staff_name}`, ...times].join(' · ')}
        </p>
        {addresses.length === 0 ? null : (
          <p className="figures text-sm wrap-anywhere text-ink-soft">Only from {addresses.join(', ')}</p>
        )}
      </div>
      {state === 'live' ? (
        <RowMenu
          label={`Actions for ${label}`}
          entries={[
            ...(isOwn ? [] : [{ label: 'Take over', onSelect: onTakeOver }]),
            { label: 'Revoke', tone: 'attention' as const, onSelect: onRevoke },
          ]}
        />
      ) : null}
    </li>
  );
}
