import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { EntryKind } from '@burrow/contracts/entry-fields';
import { timelineKinds, type TimelineItem, type TimelineKind } from '@burrow/contracts/timeline';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { dayBegins } from '../../lib/clock.ts';
import { addDays } from '@burrow/contracts/calendar-day';
import { hasScope } from '../../lib/key-scopes.ts';
import { searchWords } from '../../lib/search-words.ts';
import type { Session } from '../../lib/session.ts';
import { entryColumns, entryJoins, toRecord, type EntryRow } from './read-model.ts';

/** The parts of a row, of which those of one kind are there. */
interface TimelineRow extends Omit<EntryRow, 'id' | 'kind' | 'at' | 'booking_id'> {
  id: number;
  booking_id: number | null;
  kind: EntryKind;
  at: string;
  item_kind: TimelineKind;
  item_id: number;
  item_at: string;
  place: string;
  v_status: string;
  v_service: string | null;
  v_staff: string | null;
  v_notes: string | null;
  v_staff_notes: string | null;
  v_missed: boolean;
  w_weight: string;
  w_measured_on: string;
  f_filename: string;
  f_mime_type: string;
  f_size: number;
  f_thumbnail: boolean;
  f_booking_id: number | null;
  m_type: 'sms' | 'email';
  m_direction: 'in' | 'out';
  m_status: string;
  m_subject: string | null;
  m_body: string;
  m_booking_id: number | null;
}

// $1 practice, $2 animal, $3 kinds, $4 patterns that all match, $5 from, $6 before (instants or null), $7 $8 $9 the place of the
// last item (instant, rank, id), $10 how many, $11 the practice's time zone, $12 now. Items of one instant are by rank and id.
const branch = (rank: number, at: string, text: string, rest: string): string => `(
     select ${rank} as rank, x.id, ${at} as at ${rest}
       and ($5::timestamptz is null or ${at} >= $5) and ($6::timestamptz is null or ${at} < $6)
       and ($7::timestamptz is null or ${at} <= $7 and (${at}, ${rank}, x.id) < ($7, $8::integer, $9::bigint))
       and not exists (select from unnest($4::text[]) p (pattern) where lower(${text}) not like p.pattern)
     order by ${at} desc, x.id desc limit $10)`;

const entryText = `concat_ws(' ', x.body, x.product, x.batch, x.data ->> 'title', x.data ->> 'directions',
       x.data ->> 'manufacturer', (select string_agg(d.body, ' ') from entry_addenda d
         where d.tenant_id = x.tenant_id and d.entry_id = x.id))`;
const ofVisits = `x.booking_id in (select b.id from bookings b where b.tenant_id = $1 and b.animal_id = $2)`;

const places = [
  branch(
    5,
    'x.at',
    entryText,
    'from entries x where x.tenant_id = $1 and x.animal_id = $2 and x.kind = any ($3::text[])',
  ),
  branch(
    4,
    'x.starts_at',
    `concat_ws(' ', s.name, x.notes, x.staff_notes)`,
    `from bookings x left join services s on s.tenant_id = x.tenant_id and s.id = x.service_id
     where x.tenant_id = $1 and x.animal_id = $2 and 'visit' = any ($3) and x.starts_at <= $12
       and (x.status <> 'cancelled' or x.cancel_reason = 'did_not_attend')`,
  ),
  branch(
    3,
    `((x.measured_on + time '12:00') at time zone $11)`,
    `''`,
    `from animal_weights x where x.tenant_id = $1 and x.animal_id = $2 and 'weight' = any ($3)`,
  ),
  branch(
    2,
    'x.created_at',
    'x.filename',
    `from files x where x.tenant_id = $1 and (x.animal_id = $2 or ${ofVisits}) and 'file' = any ($3)
       and x.file_type is distinct from 'profile_picture'`,
  ),
  branch(
    1,
    'x.created_at',
    `concat_ws(' ', x.subject, x.body)`,
    `from comms x where x.tenant_id = $1 and ${ofVisits} and 'message' = any ($3)`,
  ),
];

const timeline = statement<TimelineRow>(
  'timeline_of_animal',
  `with places as (select every.rank, every.id, every.at from (${places.join('\n   union all ')}) every order by at desc, rank desc, id desc limit $10)
   select case l.rank when 5 then e.kind when 4 then 'visit' when 3 then 'weight' when 2 then 'file' else 'message' end
       as item_kind,
     l.id as item_id, l.at as item_at,
     to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || l.rank || '_' || l.id as place,
     ${entryColumns},
     b.status as v_status, s.name as v_service, seen_by.name as v_staff, b.notes as v_notes, b.staff_notes as v_staff_notes,
     b.cancel_reason is not null as v_missed,
     trim_scale(w.weight_grams / 1000.0)::text as w_weight, w.measured_on as w_measured_on,
     f.filename as f_filename, f.mime_type as f_mime_type, f.file_size as f_size, f.booking_id as f_booking_id,
     exists (select from file_thumbnails t where t.tenant_id = f.tenant_id and t.file_id = f.id) as f_thumbnail,
     k.type as m_type, k.direction as m_direction, k.status as m_status, k.subject as m_subject, coalesce(k.body, '') as m_body,
     k.booking_id as m_booking_id
   from places l
   left join entries e on l.rank = 5 and e.tenant_id = $1 and e.id = l.id
   ${entryJoins}
   left join bookings b on l.rank = 4 and b.tenant_id = $1 and b.id = l.id
   left join services s on s.tenant_id = b.tenant_id and s.id = b.service_id
   left join users seen_by on seen_by.tenant_id = b.tenant_id and seen_by.id = b.staff_id
   left join animal_weights w on l.rank = 3 and w.tenant_id = $1 and w.id = l.id
   left join files f on l.rank = 2 and f.tenant_id = $1 and f.id = l.id
   left join comms k on l.rank = 1 and k.tenant_id = $1 and k.id = l.id
   order by l.at desc, l.rank desc, l.id desc`,
);

/** What an API key needs besides to read a kind. */
const scopeOfKind = {
  visit: 'appointments:read',
  file: 'files:read',
  message: 'messages:read',
  weight: 'animals:read',
} as const;

const kindsFor = (session: Session, wanted: readonly TimelineKind[]): TimelineKind[] =>
  wanted.filter(
    (kind) => !(kind in scopeOfKind) || hasScope(session, scopeOfKind[kind as keyof typeof scopeOfKind]),
  );

const animalExists = statement<{ id: number }>(
  'animal_of_timeline',
  'select a.id from animals a where a.tenant_id = $1 and a.id = $2',
);

/** A page of the health record of an animal, newest first. @throws AppError `not_found`, `invalid_input` for a cursor */
export async function timelineOf(ctx: Ctx, input: ParsedInputOf<'entries'>): Promise<OutputOf<'entries'>> {
  const { tx, tenantId, session, now } = ctx;
  const { timeZone } = session;
  const [at, rank, id] = placeIn(input.cursor);
  const [animal, rows] = await Promise.all([
    tx.row(animalExists, [tenantId, input.animal_id]),
    tx.rows(timeline, [
      tenantId,
      input.animal_id,
      kindsFor(session, input.kinds ?? timelineKinds),
      searchWords(input.q, session.locale)?.patterns ?? [],
      input.from === undefined ? null : dayBegins(input.from, timeZone),
      input.to === undefined ? null : dayBegins(addDays(input.to, 1), timeZone),
      at,
      rank,
      id,
      input.limit + 1,
      timeZone,
      now,
    ]),
  ]);
  if (!animal) throw new AppError('not_found', { message: 'Animal not found' });
  const shown = rows.slice(0, input.limit);
  const next_cursor = rows.length > input.limit ? (shown.at(-1)?.place ?? null) : null;
  return { items: shown.map((row) => toItem(row, session)), next_cursor };
}

/** The place of the last item. @throws AppError `invalid_input` */
function placeIn(cursor: string | undefined): [string | null, number | null, number | null] {
  if (cursor === undefined) return [null, null, null];
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([1-5])_(\d{1,15})$/.exec(cursor);
  const at = parts?.[1];
  if (at === undefined || Number.isNaN(Date.parse(at))) {
    throw invalidField('cursor', 'Enter next_cursor from the previous page.');
  }
  return [at, Number(parts?.[2]), Number(parts?.[3])];
}

const noParts = { entry: null, visit: null, weight: null, file: null, message: null };

function toItem(row: TimelineRow, session: Session): TimelineItem {
  const base = { ...noParts, kind: row.item_kind, id: row.item_id, at: row.item_at };
  switch (row.item_kind) {
    case 'visit':
      return { ...base, visit: visitOf(row) };
    case 'weight':
      return { ...base, weight: { weight: row.w_weight, measured_on: row.w_measured_on } };
    case 'file':
      return { ...base, file: fileOf(row) };
    case 'message':
      return { ...base, message: messageOf(row) };
    default:
      return { ...base, entry: toRecord(row, session) };
  }
}

const visitOf = (row: TimelineRow): TimelineItem['visit'] => ({
  booking_id: row.item_id,
  status: row.v_status,
  service: row.v_service,
  staff_member: row.v_staff,
  notes: row.v_notes,
  staff_notes: row.v_staff_notes,
  did_not_attend: row.v_missed ? '1' : '0',
});

const fileOf = (row: TimelineRow): TimelineItem['file'] => ({
  file_id: row.item_id,
  filename: row.f_filename,
  mime_type: row.f_mime_type,
  file_size: row.f_size,
  has_thumbnail: row.f_thumbnail ? '1' : '0',
  booking_id: row.f_booking_id,
});

const messageOf = (row: TimelineRow): TimelineItem['message'] => ({
  type: row.m_type,
  direction: row.m_direction,
  status: row.m_status,
  subject: row.m_subject,
  body: row.m_body,
  booking_id: row.m_booking_id,
});
