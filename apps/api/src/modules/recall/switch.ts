import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { todayOf } from '../care/public.ts';
import { tellScreens } from '../notification/public.ts';

const switchOn = statement(
  'switch_recalls_on',
  'update tenants set recalls_on_since = coalesce(recalls_on_since, $2), updated_at = $2 where id = $1',
);
const switchOff = statement(
  'switch_recalls_off',
  'update tenants set recalls_on_since = null, updated_at = $2 where id = $1',
);

// $2 today, $3 whether nothing is sent about them. Leaves `updated_at`: undoing an import keeps the dates that the desk changed.
const silenceOverdue = statement(
  'silence_overdue_care',
  `update care_due set silent = $3
   where tenant_id = $1 and state in ('due', 'told', 'booked') and due_on < $2::date and silent <> $3`,
);
const lookAgain = statement(
  'look_again_at_recalls',
  `insert into recall_looks (tenant_id) values ($1) on conflict (tenant_id) do update set looked_on = null`,
);
const isOn = statement<{ on: boolean }>(
  'are_recalls_on',
  'select t.recalls_on_since is not null as "on" from tenants t where t.id = $1 for no key update',
);

/**
 * Starts sending recalls. No message is sent about dates that are overdue now, unless the practice includes them, now or later.
 */
export async function switchRecallsOn(ctx: Ctx, isOverdueIncluded: boolean): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const wasOn = (await tx.row(isOn, [tenantId]))?.on === true;
  ctx.auditDetails({ include_overdue: isOverdueIncluded });
  if (isOverdueIncluded || !wasOn) {
    await tx.rows(silenceOverdue, [tenantId, todayOf(ctx), !isOverdueIncluded]);
  }
  await tx.rows(switchOn, [tenantId, now]);
  await tx.rows(lookAgain, [tenantId]);
  tellScreens(ctx);
}

/** Stops sending recalls. The sender withdraws those that are queued. */
export async function switchRecallsOff(ctx: Ctx): Promise<void> {
  await ctx.tx.rows(switchOff, [ctx.tenantId, ctx.now]);
  tellScreens(ctx);
}
