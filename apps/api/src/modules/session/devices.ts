import { dayMs } from '@burrow/contracts/calendar-day';
import type { PublicContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { deviceLabel } from '../../lib/device-label.ts';
import { recordSecurityEvent, traceEvent } from '../security-log/public.ts';
import { deviceCookie, deviceToken } from '../sign-in-proof/public.ts';
import { mailAboutEvent } from './account-changes.ts';
import type { Account } from './repository.ts';

const cookieSeconds = (365 * dayMs) / 1000;
/** How many devices of an account are remembered. */
const maxDevices = 20;

const rememberStatement = statement<{
  familiarity: 'known' | 'first' | 'similar' | 'new';
  keeps_token: boolean;
}>(
  'remember_device',
  'select r.familiarity, r.keeps_token from remember_device($1, $2, $3, $4, $5, $6, $7) r',
);

/**
 * Remembers the device of a successful sign-in for a year, and emails the person if it is new. Recognises a program,
 * which keeps no cookies, by its network.
 */
export async function rememberDevice(ctx: PublicContext, account: Account): Promise<void> {
  const { control, deps, now, network } = ctx;
  const given = deviceToken(ctx);
  const device = deviceLabel(ctx.userAgent);
  const fresh = device === null && given === null ? null : newKey();
  const accountId = account.account_id;
  const values = [accountId, given && hashKey(given), fresh && hashKey(fresh), network, device, now];
  const row = await control.row(rememberStatement, [...values, maxDevices]);
  const token = row?.keeps_token ? given : fresh;
  if (token) ctx.setCookie({ name: deviceCookie, value: token, path: '/api', seconds: cookieSeconds });
  if (row?.familiarity !== 'new') return;
  traceEvent(ctx, { event: 'new_device', accountId });
  const eventId = await recordSecurityEvent(ctx, control, { event: 'new_device', accountId });
  await mailAboutEvent(deps, control, eventId);
}
