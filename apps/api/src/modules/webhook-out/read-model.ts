import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { WebhookDelivery, WebhookEndpoint } from '@burrow/contracts/webhook';
import type { Ctx } from '../../context/context.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { cursorId } from '../../lib/paging.ts';
import { payloadOf } from './payload.ts';

// $2 now. Each count reads the index of its own state, of an endpoint's thousand or so rows at most.
const endpointsByAge = statement<WebhookEndpoint>(
  'webhook_endpoints',
  `select e.id, e.url, e.description, e.events, case when e.is_on then '1' else '0' end as is_on, e.off_reason,
          e.failing_since, case when e.is_on and e.paused_until > $2 then e.paused_until end as next_try_at,
          (select count(*) from webhook_deliveries d
           where d.tenant_id = $1 and d.endpoint_id = e.id and d.status = 'waiting') as waiting,
          (select count(*) from webhook_deliveries d
           where d.tenant_id = $1 and d.endpoint_id = e.id and d.status = 'failed') as failed,
          (select max(d.finished_at) from webhook_deliveries d
           where d.tenant_id = $1 and d.endpoint_id = e.id and d.status = 'delivered') as last_delivered_at,
          case when e.old_secret_until > $2 then e.old_secret_until end as old_secret_until, e.created_at
   from webhook_endpoints e where e.tenant_id = $1
   order by e.id`,
);

/** The practice's endpoints, oldest first. */
export const listEndpoints = ({ tx, tenantId, now }: Ctx): Promise<WebhookEndpoint[]> =>
  tx.rows(endpointsByAge, [tenantId, now]);

const rowColumns = `d.id, d.event_id, d.type, d.occurred_at, d.status, d.attempts, d.last_error,
          case when d.status = 'waiting' then greatest(d.due_at, e.paused_until) end as next_try_at`;

// $3 the id of the row before the page, or null; a cursor that is no row of the endpoint ends the list. $4 rows.
const page = (name: string, filter: string): Statement<WebhookDelivery> =>
  statement(
    `webhook_deliveries_${name}`,
    `select ${rowColumns}
     from webhook_deliveries d
     join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
     where d.tenant_id = $1 and d.endpoint_id = $2 ${filter} and d.id < (
       case when $3::bigint is null then ${Number.MAX_SAFE_INTEGER} else coalesce((
         select c.id from webhook_deliveries c
         where c.tenant_id = $1 and c.endpoint_id = $2 and c.id = $3), 0) end)
     order by d.id desc limit $4`,
  );
/** One statement per filter, because a plan for both would not use the index of failed ones. */
const pages = { all: page('all', ''), failed: page('failed', "and d.status = 'failed'") };

const endpointExists = statement<{ found: boolean }>(
  'webhook_endpoint_exists',
  'select exists (select 1 from webhook_endpoints e where e.tenant_id = $1 and e.id = $2) as found',
);

/**
 * The deliveries to an endpoint, newest first.
 * @throws AppError `not_found`
 */
export async function deliveriesPage(
  { tx, tenantId }: Ctx,
  input: ParsedInputOf<'webhook_deliveries'>,
): Promise<OutputOf<'webhook_deliveries'>> {
  const values = [tenantId, input.endpoint_id, cursorId(input.cursor), input.limit];
  const [endpoint, rows] = await Promise.all([
    tx.row(endpointExists, [tenantId, input.endpoint_id]),
    tx.rows(input.failed ? pages.failed : pages.all, values),
  ]);
  if (!endpoint?.found) throw new AppError('not_found', { message: 'Webhook not found.' });
  return rows;
}

interface DetailRow extends WebhookDelivery {
  data: Record<string, unknown>;
  tries: OutputOf<'webhook_delivery'>['tries'];
}

const oneDelivery = statement<DetailRow>(
  'webhook_delivery',
  `select ${rowColumns}, d.data,
          (select coalesce(json_agg(json_build_object(
             'number', a.number, 'at', a.at, 'duration_ms', a.duration_ms, 'status', a.status, 'error', a.error,
             'answer', a.answer) order by a.number desc), '[]')
           from webhook_attempts a
           where a.tenant_id = $1 and a.endpoint_id = d.endpoint_id and a.delivery_id = d.id) as tries
   from webhook_deliveries d
   join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
   where d.tenant_id = $1 and d.endpoint_id = $2 and d.id = $3`,
);

/**
 * A delivery with its body and its attempts.
 * @throws AppError `not_found`, also for a delivery to another endpoint
 */
export async function deliveryDetail(
  { tx, tenantId }: Ctx,
  { endpoint_id, delivery_id }: ParsedInputOf<'webhook_delivery'>,
): Promise<OutputOf<'webhook_delivery'>> {
  const row = await tx.row(oneDelivery, [tenantId, endpoint_id, delivery_id]);
  if (!row) throw noDelivery();
  const { data, tries, ...delivery } = row;
  return {
    ...delivery,
    payload: payloadOf(tenantId, { ...delivery, data }),
    tries: tries.map((tried) => ({ ...tried, at: new Date(tried.at).toISOString() })),
  };
}

const deliveryExists = statement<{ found: boolean }>(
  'webhook_delivery_exists',
  `select exists (
     select 1 from webhook_deliveries d where d.tenant_id = $1 and d.endpoint_id = $2 and d.id = $3) as found`,
);

/** @throws AppError `not_found`, also for a delivery to another endpoint */
export async function requireDelivery(
  { tx, tenantId }: Ctx,
  endpointId: number,
  deliveryId: number,
): Promise<void> {
  const row = await tx.row(deliveryExists, [tenantId, endpointId, deliveryId]);
  if (!row?.found) throw noDelivery();
}

const noDelivery = (): AppError => new AppError('not_found', { message: 'Delivery not found.' });
