import type { EntryKind, EntryRecord } from '@burrow/contracts/entry-fields';
import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { latestWeight } from '../../db/latest-weight.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Session } from '../../lib/session.ts';
import { givenOnAt } from './service.ts';

/** An entry as it is read, with who wrote it. */
export interface EntryRow {
  id: number;
  animal_id: number;
  booking_id: number | null;
  kind: EntryKind;
  at: string;
  locks_at: string;
  is_locked: boolean;
  version: number;
  client_key: string | null;
  author_id: number | null;
  author: string | null;
  shared: boolean;
  body: string;
  medicine_id: number | null;
  product: string | null;
  batch: string | null;
  quantity: string | null;
  unit: string | null;
  next_due_on: string | null;
  data: Record<string, unknown>;
  weight: string | null;
  struck_at: string | null;
  struck_by: string | null;
  struck_reason: string | null;
  addenda: EntryRecord['addenda'] | null;
}

/** SQL for the columns of {@link EntryRow}, from {@link entryJoins}. */
export const entryColumns = `e.id, e.animal_id, e.booking_id, e.kind, e.at, e.begun_at + interval '24 hours' as locks_at,
     e.begun_at <= now() - interval '24 hours' or e.struck_at is not null or e.minimised_at is not null as is_locked,
     e.version, e.client_key, e.user_id as author_id, author.name as author, e.shared, e.body, e.medicine_id, e.product,
     e.batch, trim_scale(e.quantity)::text as quantity, e.unit, e.next_due_on, e.data,
     trim_scale(weighed.weight_grams / 1000.0)::text as weight,
     e.struck_at, striker.name as struck_by, e.struck_reason,
     (select json_agg(json_build_object('id', d.id, 'author', u.name, 'body', d.body,
        'at', to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by d.id)
      from entry_addenda d left join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
      where d.tenant_id = e.tenant_id and d.entry_id = e.id) as addenda`;
/** SQL for the people and the weight that an entry `e` names. */
export const entryJoins = `left join users author on author.tenant_id = e.tenant_id and author.id = e.user_id
   left join users striker on striker.tenant_id = e.tenant_id and striker.id = e.struck_by_user_id
   left join animal_weights weighed on weighed.tenant_id = e.tenant_id and weighed.id = e.weight_id`;

const entryRows = `select ${entryColumns} from entries e ${entryJoins} where e.tenant_id = $1`;
const oneEntry = statement<EntryRow>('one_entry', `${entryRows} and e.id = $2`);
const entriesOfVisit = statement<EntryRow>(
  'entries_of_visit',
  `${entryRows} and e.booking_id = $2 order by e.begun_at, e.id`,
);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const yesOrNo = (value: boolean): '1' | '0' => (value ? '1' : '0');

/** An entry as it is answered to a caller. */
export function toRecord(row: EntryRow, { userId, role }: Pick<Session, 'userId' | 'role'>): EntryRecord {
  const { is_locked, shared, data, addenda, ...columns } = row;
  const isChangeable = !is_locked && (row.author_id === userId || role === 'admin');
  const { is_controlled, repeats } = data;
  return {
    ...columns,
    state: is_locked ? 'locked' : 'draft',
    may_change: yesOrNo(isChangeable),
    shared: yesOrNo(shared),
    title: text(data['title']),
    temperature: text(data['temperature']),
    manufacturer: text(data['manufacturer']),
    expiry: text(data['expiry']),
    site: text(data['site']),
    route: text(data['route']),
    strength: text(data['strength']),
    form: text(data['form']),
    directions: text(data['directions']),
    repeats: typeof repeats === 'number' ? repeats : null,
    is_controlled: typeof is_controlled === 'boolean' ? yesOrNo(is_controlled) : null,
    valid_until: text(data['valid_until']),
    withdrawal: text(data['withdrawal']),
    qualification: text(data['qualification']),
    addenda: addenda ?? [],
  };
}

/** @throws AppError `not_found` */
export async function entryById({ tx, tenantId, session }: Ctx, entryId: number): Promise<EntryRecord> {
  const row = await tx.row(oneEntry, [tenantId, entryId]);
  if (!row) throw new AppError('not_found', { message: 'Entry not found.' });
  return toRecord(row, session);
}

interface VisitRow {
  animal_id: number;
  booking_date: string;
  ends_at: string;
  weight: string | null;
  last_weight: string | null;
  weight_before: string | null;
  weight_before_on: string | null;
  qualification: string | null;
}

// $3 the caller, whose last prescription says their qualification.
const visit = statement<VisitRow>(
  'visit_of_notes',
  `select b.animal_id, b.booking_date, b.starts_at + b.duration_minutes * interval '1 minute' as ends_at,
     (select trim_scale(w.weight_grams / 1000.0)::text
      from entries e join animal_weights w on w.tenant_id = e.tenant_id and w.id = e.weight_id
      where e.tenant_id = b.tenant_id and e.booking_id = b.id and e.struck_at is null order by w.id desc limit 1) as weight,
     ${latestWeight} as last_weight,
     trim_scale(p.weight_grams / 1000.0)::text as weight_before, p.measured_on as weight_before_on,
     (select e.data ->> 'qualification' from entries e
      where e.tenant_id = b.tenant_id and e.user_id = $3 and e.kind = 'prescription'
      order by e.id desc limit 1) as qualification
   from bookings b join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
   left join lateral (
     select w.weight_grams, w.measured_on from animal_weights w
     where w.tenant_id = b.tenant_id and w.animal_id = b.animal_id and w.measured_on <= b.booking_date
       and not exists (
         select from entries e where e.tenant_id = w.tenant_id and e.booking_id = b.id and e.weight_id = w.id)
     order by w.measured_on desc, w.id desc limit 1) p on true
   where b.tenant_id = $1 and b.id = $2`,
);

/** What the form for the notes of an appointment shows. @throws AppError `not_found` */
export async function visitNotes(ctx: Ctx, bookingId: number): Promise<OutputOf<'visit_notes'>> {
  const { tx, tenantId, session } = ctx;
  const [row, entries] = await Promise.all([
    tx.row(visit, [tenantId, bookingId, session.userId]),
    tx.rows(entriesOfVisit, [tenantId, bookingId]),
  ]);
  if (!row) throw new AppError('not_found', { message: 'Appointment not found.' });
  const { booking_date, ends_at, ...rest } = row;
  return {
    booking_id: bookingId,
    given_on: givenOnAt(ctx, { booking_date, ends_at }),
    ...rest,
    entries: entries.map((entry) => toRecord(entry, session)),
  };
}
