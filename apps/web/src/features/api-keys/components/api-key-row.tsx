import type { ApiKeyRecord } from '@burrow/contracts/api-key';
import { Fragment } from 'react';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { Badge } from '../../../ui/badge.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { scopesInWords } from '../scope-choices.ts';

const soonMs = 14 * 86_400_000;

/** Badges of a key that needs attention; none for one that works. */
function Badges({ apiKey: { state, acts_as, expires_at }, now }: { apiKey: ApiKeyRecord; now: Date }) {
  if (state !== 'live') return <Badge tone="void">{state === 'expired' ? 'Expired' : 'Revoked'}</Badge>;
  const isEnding = expires_at !== null && Date.parse(expires_at) - now.getTime() < soonMs;
  return (
    <>
      {acts_as === null ? <Badge tone="attention">Stopped</Badge> : null}
      {acts_as === 'staff' ? <Badge tone="pending">Limited</Badge> : null}
      {isEnding ? <Badge tone="pending">Expires soon</Badge> : null}
    </>
  );
}

/** Why a valid key can do less than its permissions say, and how to fix it. */
function hindrance({ state, acts_as, staff_name }: ApiKeyRecord): string | null {
  if (state !== 'live' || acts_as === 'admin') return null;
  return acts_as === null
    ? `${staff_name} can no longer sign in here, so this key has stopped working. Take it over to use it again.`
    : `${staff_name} is no longer an admin, so this key only has staff permissions. Take it over to change that.`;
}

/** The person it acts as, and when it was used, expires and was created. */
function useDetails(apiKey: ApiKeyRecord, isOwn: boolean, now: Date): string[] {
  const { state, staff_name, created_at, last_used_at, expires_at, revoked_at, old_secret_until } = apiKey;
  const formats = useFormats();
  const locale = usePractice()?.locale ?? 'en-GB';
  const ago = (instant: string) => timeAgo(instant, now, locale)?.toLowerCase() ?? formats.dateTime(instant);
  const end = revoked_at ?? expires_at;
  const over = revoked_at === null ? (state === 'live' ? 'Expires' : 'Expired') : 'Revoked';
  return [
    isOwn ? 'Acts as you' : `Acts as ${staff_name}`,
    last_used_at === null ? 'Never used' : `Last used ${ago(last_used_at)}`,
    end === null ? 'Never expires' : `${over} ${formats.dateTime(end)}`,
    `Created ${formats.dateTime(created_at)}`,
    ...(old_secret_until === null ? [] : [`Old secret works until ${formats.dateTime(old_secret_until)}`]),
  ];
}

/** Facts separated by dots, on one line if there is room. */
const Facts = ({ facts }: { facts: readonly string[] }) =>
  facts.map((fact, index) => (
    <Fragment key={fact}>
      <span className="inline-block">
        <span>{fact}</span>
        {index < facts.length - 1 ? ' ·' : null}
      </span>{' '}
    </Fragment>
  ));

/** One key for a program, with its actions. */
export function ApiKeyRow({
  apiKey,
  now,
  isOwn,
  onRevoke,
  onTakeOver,
  onRotate,
}: {
  apiKey: ApiKeyRecord;
  /** The current instant. */
  now: Date;
  /** Whether it acts as the signed-in person. */
  isOwn: boolean;
  onRevoke: () => void;
  onTakeOver: () => void;
  onRotate: () => void;
}) {
  const { label, last_four, scopes, allowed_addresses: addresses, state } = apiKey;
  const details = useDetails(apiKey, isOwn, now);
  const hindered = hindrance(apiKey);
  const granted = scopesInWords(scopes);
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 font-semibold wrap-anywhere">{label}</span>
          {last_four === '' ? null : <span className="figures text-sm text-ink-soft">…{last_four}</span>}
          <Badges apiKey={apiKey} now={now} />
        </p>
        <p>{granted.length === 0 ? 'No permissions' : <Facts facts={granted} />}</p>
        <p className="figures text-sm text-ink-soft">
          <Facts facts={details} />
        </p>
        {addresses.length === 0 ? null : (
          <p className="figures text-sm wrap-anywhere text-ink-soft">Only from {addresses.join(', ')}</p>
        )}
        {hindered === null ? null : <p className="text-sm font-medium wrap-anywhere">{hindered}</p>}
      </div>
      {state === 'live' ? (
        <RowMenu
          label={`Actions for ${label}`}
          entries={[
            { label: 'New secret', onSelect: onRotate },
            ...(isOwn ? [] : [{ label: 'Take over', onSelect: onTakeOver }]),
            { label: 'Revoke', tone: 'attention' as const, onSelect: onRevoke },
          ]}
        />
      ) : null}
    </li>
  );
}
