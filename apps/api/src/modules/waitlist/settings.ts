import type { MessageChannel } from '@burrow/contracts/message-text';
import type { WaitlistMode } from '@burrow/contracts/waitlist-limits';
import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { standingOf, subscriptionState, type StandingRow } from '../../lib/subscription.ts';
import { channelsLeftToday } from '../message/public.ts';

interface SettingsRow extends StandingRow {
  mode: WaitlistMode;
  by_value: boolean;
  texts_from: string;
  suspended: boolean;
}

// $2 now.
const practiceSettings = statement<SettingsRow>(
  'waitlist_settings',
  `select t.waitlist_mode as mode, t.waitlist_order = 'value' as by_value,
     after_quiet_hours($2, t.time_zone, t.quiet_from, t.quiet_until) as texts_from,
     t.trial_ends_at, t.subscription_status, t.subscription_ends_at, t.suspended_at is not null as suspended
   from tenants t where t.id = $1`,
);

/** How the waitlist of a practice works at the moment. */
export interface WaitlistSettings {
  /** Off also while the practice can't write: without a subscription, or suspended. */
  mode: WaitlistMode;
  isByValue: boolean;
  /** When the quiet hours end; null outside them. */
  quietUntil: Date | null;
  /** How an offer can be sent: an offer is accepted by the link in its message only. */
  channels: MessageChannel[];
}

export async function waitlistSettings(ctx: WorkContext): Promise<WaitlistSettings> {
  const { tx, tenantId, now, deps } = ctx;
  const [row, channels] = await Promise.all([
    tx.row(practiceSettings, [tenantId, now]),
    channelsLeftToday(ctx),
  ]);
  if (!row) throw new Error('The practice of this session was not found.');
  const isLapsed = subscriptionState(standingOf(row), now) === 'lapsed';
  const textsFrom = new Date(row.texts_from);
  return {
    mode: row.suspended || isLapsed ? 'off' : row.mode,
    isByValue: row.by_value,
    quietUntil: textsFrom > now ? textsFrom : null,
    channels: deps.env.PUBLIC_URL === undefined ? [] : channels,
  };
}
