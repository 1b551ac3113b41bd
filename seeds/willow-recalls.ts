import { recallEveryDays } from '../packages/contracts/src/care-limits.ts';
import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { careInWords } from '../apps/api/src/modules/message/composition.ts';
import { instantOf, localMoment } from '../apps/api/src/lib/clock.ts';
import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { CareTypeRow, ClientRow, Columns, CommsRow } from '../packages/dev/src/factory-rows.ts';
import { daysBetween } from './willow-diary.ts';

/** Recalls were switched on this many days ago. */
const onFor = 210;

interface Due {
  id: number;
  client_id: number;
  animal: string;
  type: CareTypeRow;
  due_on: string;
  /** Since when it is known. */
  known_on: string;
  /** From this day on it is booked or done. */
  closed_on: string | null;
  told: number;
  told_for: string | null;
}

interface Practice {
  name: string;
  phone: string;
}

interface Recall {
  client: ClientRow;
  day: string;
  items: { due: Due; due_on: string; step: number }[];
}

const dueDates = `
  select d.id::integer, a.client_id::integer, a.name as animal, d.care_type_id::integer, d.due_on,
    to_char(d.created_at at time zone 'Europe/London', 'YYYY-MM-DD') as known_on,
    to_char(least(b.created_at at time zone 'Europe/London', d.done_on), 'YYYY-MM-DD') as closed_on
  from care_due d
  join animals a on a.tenant_id = d.tenant_id and a.id = d.animal_id and a.active
  left join bookings b on b.tenant_id = d.tenant_id and b.id = d.booking_id
  where d.tenant_id = $1 and d.state in ('due', 'booked', 'done') and d.due_on >= $2
  order by d.due_on, d.id`;

/** Some clients want none. */
const hasOptedOut = (id: number): boolean => id > 1 && id % 23 === 0;
const optOut =
  'update clients c set likes_recall = false where c.tenant_id = $1 and c.id = any($2::bigint[])';

const switchOn = 'update tenants t set recalls_on_since = $2 where t.id = $1';
const overdueThen = `
  update care_due d set silent = true where d.tenant_id = $1 and d.due_on < $2 and d.state in ('due', 'booked')`;

const tell = `
  update care_due d set state = case d.state when 'due' then 'told' else d.state end, told = x.told, told_for = x.told_for
  from unnest($2::bigint[], $3::smallint[], $4::date[]) x (id, told, told_for)
  where d.tenant_id = $1 and d.id = x.id`;

/** The last step of a type that has come before a day. */
const lastStep = (due: Due, day: string): number | undefined =>
  due.type.steps.findLast((step) => addDays(due.due_on, step) < day);

const isNew = (due: Due, step: number | undefined): step is number =>
  step !== undefined && (due.told_for === null || due.told_for < addDays(due.due_on, step));

/** What would have been sent to a household on a day: about every step of the coming week. */
function itemsOn(dues: readonly Due[], day: string): Recall['items'] {
  const open = dues.filter(
    ({ known_on, closed_on, due_on, type }) =>
      known_on < day && (closed_on === null || closed_on > day) && addDays(due_on, type.cancel_after) >= day,
  );
  if (!open.some((due) => isNew(due, lastStep(due, addDays(day, 1))))) return [];
  return open.flatMap((due) => {
    const step = lastStep(due, addDays(day, recallEveryDays));
    return isNew(due, step) ? [{ due, due_on: due.due_on, step }] : [];
  });
}

/** The recalls that the daily runs before today would have written, and how often each due date was told. */
function recallsUntil(today: string, clients: readonly ClientRow[], dues: readonly Due[]): Recall[] {
  const byClient = Map.groupBy(dues, ({ client_id }) => client_id);
  const recalls = clients
    .filter(({ id, archived_at, phone, likes_sms, email, likes_email }) => {
      const canReach = (likes_sms && phone !== null) || (likes_email && email !== null);
      return archived_at === null && canReach && !hasOptedOut(id);
    })
    .flatMap((client) => {
      const own = byClient.get(client.id) ?? [];
      const sent: Recall[] = [];
      for (const day of daysBetween(addDays(today, -onFor), addDays(today, -1))) {
        if ((sent.at(-1)?.day ?? '') > addDays(day, -recallEveryDays)) continue;
        const items = itemsOn(own, day);
        if (items.length === 0) continue;
        for (const { due, step } of items) {
          due.told += 1;
          due.told_for = addDays(due.due_on, step);
        }
        sent.push({ client, day, items });
      }
      return sent;
    });
  return recalls.toSorted((one, other) => one.day.localeCompare(other.day));
}

function textOf({ items, day }: Recall, { name, phone }: Practice): string {
  const care = items.map(({ due }) => ({ animal: due.animal, care: due.type.name, due_on: due.due_on }));
  return `${name}: ${careInWords(care, 'en-GB', day)} To book, use the portal or call ${phone}.`;
}

function messageOf(recall: Recall, id: number, at: Date, practice: Practice): Columns<CommsRow> {
  const { client } = recall;
  const byText = client.likes_sms && client.phone !== null;
  return {
    tenant_id: client.tenant_id,
    client_id: client.id,
    recall_id: id,
    kind: 'recall',
    type: byText ? 'sms' : 'email',
    status: byText ? 'confirmed' : 'sent',
    recipient: (byText ? client.phone : client.email) ?? '',
    subject: byText ? null : 'Time for a visit',
    body: textOf(recall, practice),
    provider: byText ? 'twilio' : 'smtp',
    created_at: at,
    updated_at: new Date(at.getTime() + 8000),
  };
}

/** Switches recalls on seven months ago, with the messages that were sent since: before today, at ten o'clock. */
export async function insertRecalls(
  db: OwnerDb,
  { tenantId, types, now }: { tenantId: number; types: readonly CareTypeRow[]; now: Date },
  clients: readonly ClientRow[],
  practice: Practice,
): Promise<void> {
  const today = localMoment(now, 'Europe/London').date;
  const since = addDays(today, -onFor);
  const ten = (date: string): Date => instantOf({ date, time: '10:00' }, 'Europe/London') ?? now;
  const without = clients.filter(({ id }) => hasOptedOut(id)).map(({ id }) => id);
  await db.query({ text: optOut, values: [tenantId, without] });
  await db.query({ text: switchOn, values: [tenantId, ten(since)] });
  await db.query({ text: overdueThen, values: [tenantId, since] });
  const { rows } = await db.query<Due & { care_type_id: number }>({
    text: dueDates,
    values: [tenantId, since],
  });
  const dues = rows.flatMap((row): Due[] => {
    const type = types.find(({ id }) => id === row.care_type_id);
    return type ? [{ ...row, type, told: 0, told_for: null }] : [];
  });
  const recalls = recallsUntil(today, clients, dues);
  const ids = await insertRows(
    db,
    'recalls',
    recalls.map(({ client, day }) => ({
      tenant_id: tenantId,
      client_id: client.id,
      day,
      created_at: ten(day),
    })),
  );
  const sent = recalls.map((recall, index) => ({ recall, id: ids[index]?.id ?? 0 }));
  await insertRows(
    db,
    'recall_items',
    sent.flatMap(({ recall, id }) =>
      recall.items.map(({ due, due_on, step }) => ({
        tenant_id: tenantId,
        recall_id: id,
        care_due_id: due.id,
        due_on,
        step,
      })),
    ),
  );
  await insertRows(
    db,
    'comms',
    sent.map(({ recall, id }) => messageOf(recall, id, ten(recall.day), practice)),
  );
  const told = dues.filter((due) => due.told > 0);
  await db.query({
    text: tell,
    values: [
      tenantId,
      told.map(({ id }) => id),
      told.map((due) => due.told),
      told.map(({ told_for }) => told_for),
    ],
  });
}
