import { addDays } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { AuditLogEntry } from '@burrow/contracts/audit-log';
import type { Ctx } from '../../context/context.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { instantOf } from '../../lib/clock.ts';
import { cursorId } from '../../lib/paging.ts';

/** The current name of an entry's record. Only the matching branch is looked up, for the rows of one page. */
const entityName = `case p.entity
    when 'booking' then 'Appointment ' || p.entity_id
    when 'client' then (select c.name from clients c where c.tenant_id = $1 and c.id = p.entity_id)
    when 'animal' then (select a.name from animals a where a.tenant_id = $1 and a.id = p.entity_id)
    when 'entry' then (select a.name from entries e
      join animals a on a.tenant_id = e.tenant_id and a.id = e.animal_id where e.tenant_id = $1 and e.id = p.entity_id)
    when 'medicine' then (select m.name from medicines m where m.tenant_id = $1 and m.id = p.entity_id)
    when 'note_template' then (select n.name from note_templates n where n.tenant_id = $1 and n.id = p.entity_id)
    when 'reply_template' then (select y.name from reply_templates y where y.tenant_id = $1 and y.id = p.entity_id)
    when 'service' then (select s.name from services s where s.tenant_id = $1 and s.id = p.entity_id)
    when 'resource' then (select r.name from resources r where r.tenant_id = $1 and r.id = p.entity_id)
    when 'user' then (select m.name from users m where m.tenant_id = $1 and m.id = p.entity_id)
    when 'species' then (select s.name::text from species s where s.tenant_id = $1 and s.id = p.entity_id)
    when 'booking_field' then
      (select f.field_label from booking_fields f where f.tenant_id = $1 and f.id = p.entity_id)
    when 'holiday' then (select h.name from holidays h where h.tenant_id = $1 and h.id = p.entity_id)
    when 'work_pattern' then (select m.name from work_patterns w
      join users m on m.tenant_id = w.tenant_id and m.id = w.user_id where w.tenant_id = $1 and w.id = p.entity_id)
    when 'absence' then (select coalesce(m.name, r.name) from absences b
      left join users m on m.tenant_id = b.tenant_id and m.id = b.user_id
      left join resources r on r.tenant_id = b.tenant_id and r.id = b.resource_id
      where b.tenant_id = $1 and b.id = p.entity_id)
    when 'care_type' then (select y.name from care_types y where y.tenant_id = $1 and y.id = p.entity_id)
    when 'care_due' then (select a.name from care_due d
      join animals a on a.tenant_id = d.tenant_id and a.id = d.animal_id where d.tenant_id = $1 and d.id = p.entity_id)
    when 'want' then (select c.name from wants w
      join clients c on c.tenant_id = w.tenant_id and c.id = w.client_id where w.tenant_id = $1 and w.id = p.entity_id)
    when 'offer' then (select c.name from offers o
      join clients c on c.tenant_id = o.tenant_id and c.id = o.client_id where o.tenant_id = $1 and o.id = p.entity_id)
    when 'file' then (select f.filename from files f where f.tenant_id = $1 and f.id = p.entity_id)
  end`;

/**
 * Cut the page before any look-up. $2 and $3 are instants, half-open; $4 and $5 the moment and id of the row before the
 * page, $6 the number of rows. The row's position is no subquery here: row-level security would prevent the use of the
 * index.
 */
const auditPage = (name: string, filter: string): Statement<AuditLogEntry> =>
  statement(
    `audit_log_${name}`,
    `with page as materialized (
       select l.id, l.at, l.user_id, l.client_id, l.action, l.entity, l.entity_id, l.details
       from audit_log l
       where l.tenant_id = $1 and l.at >= $2 and l.at < $3 ${filter}
         and l.at <= $4::timestamptz and ($5::bigint is null or l.at < $4::timestamptz or l.id < $5)
       order by l.at desc, l.id desc
       limit $6)
     select p.id, p.at, p.user_id, u.name as user_name, p.client_id, c.name as client_name, p.action, p.entity,
            p.entity_id, ${entityName} as entity_name, p.details::text as details
     from page p
     left join users u on u.tenant_id = $1 and u.id = p.user_id
     left join clients c on c.tenant_id = $1 and c.id = p.client_id
     order by p.at desc, p.id desc`,
  );

/** One statement for each filter, because a plan for all of them would use no index. */
const pages = {
  all: auditPage('all', ''),
  byUser: auditPage('by_user', 'and l.user_id = $7'),
  byEntity: auditPage('by_entity', 'and l.entity = $7'),
  byRecord: auditPage('by_record', 'and l.entity = $7 and l.entity_id = $8'),
  byEntityAndUser: auditPage('by_entity_and_user', 'and l.entity = $7 and l.user_id = $8'),
  byRecordAndUser: auditPage(
    'by_record_and_user',
    'and l.entity = $7 and l.entity_id = $8 and l.user_id = $9',
  ),
};

/** The position of an entry, with all digits of its moment. */
const auditPlace = statement<{ at: string }>(
  'audit_log_place',
  'select l.at::text as at from audit_log l where l.tenant_id = $1 and l.id = $2',
);

const personExists = statement<{ found: boolean }>(
  'audit_person_exists',
  'select exists (select 1 from users u where u.tenant_id = $1 and u.id = $2) as found',
);

// A deleted record is still in the log; one that never existed is not.
const recordLogged = statement<{ found: boolean }>(
  'audit_record_exists',
  `select exists (select 1 from audit_log l where l.tenant_id = $1 and l.entity = $2 and l.entity_id = $3) as found`,
);

type AuditInput = ParsedInputOf<'audit_log'>;

/**
 * Who did what to which record, newest first: `limit` entries after the one whose id is `cursor`. The days are those of
 * the practice's clock, the last one included.
 * @throws AppError `not_found` for an unknown person, or a record without entries
 */
export async function listAuditLog(ctx: Ctx, input: AuditInput): Promise<AuditLogEntry[]> {
  const { tx, tenantId } = ctx;
  const [page, filters] = pageFor(input);
  const last = cursorId(input.cursor);
  const place = last === null ? undefined : await tx.row(auditPlace, [tenantId, last]);
  const before = place?.at ?? (last === null ? 'infinity' : '-infinity');
  const [rows, person, record] = await Promise.all([
    tx.rows(page, [tenantId, ...period(ctx, input), before, last, input.limit, ...filters]),
    input.staff_id && tx.row(personExists, [tenantId, input.staff_id]),
    input.entity_id && tx.row(recordLogged, [tenantId, input.entity, input.entity_id]),
  ]);
  if (person && !person.found) throw new AppError('not_found', { message: 'Person not found.' });
  if (record && !record.found) throw new AppError('not_found');
  return rows;
}

function pageFor({
  staff_id: staffId,
  entity,
  entity_id: entityId,
}: AuditInput): [Statement<AuditLogEntry>, (string | number)[]] {
  if (entity === undefined) {
    // Ids are unique only within a kind of record.
    if (entityId !== undefined)
      throw new AppError('not_found', { message: 'Choose the kind of record too.' });
    return staffId === undefined ? [pages.all, []] : [pages.byUser, [staffId]];
  }
  if (entityId === undefined) {
    return staffId === undefined ? [pages.byEntity, [entity]] : [pages.byEntityAndUser, [entity, staffId]];
  }
  return staffId === undefined
    ? [pages.byRecord, [entity, entityId]]
    : [pages.byRecordAndUser, [entity, entityId, staffId]];
}

/** From the start of the first day to the start of the day after the last, on the practice's clock. */
function period(
  { session }: Ctx,
  { date_from: from, date_to: to }: AuditInput,
): [Date | string, Date | string] {
  if (from && to && to < from) throw invalidField('date_to', 'The last day can’t be before the first.');
  const startOf = (date: string): Date => {
    // If the clocks go forward at midnight, the day begins an hour later.
    const start = ['00:00', '01:00'].map((time) => instantOf({ date, time }, session.timeZone)).find(Boolean);
    if (!start) throw invalidField('date_from', 'This date doesn’t exist.');
    return start;
  };
  return [from ? startOf(from) : '-infinity', to ? startOf(addDays(to, 1)) : 'infinity'];
}

const people = statement<OutputOf<'audit_log_people'>[number]>(
  'audit_log_people',
  `select u.id, u.name, case when u.support_until is not null then '1' else '0' end as support
   from users u
   where u.tenant_id = $1
     and exists (select from audit_log l where l.tenant_id = u.tenant_id and l.user_id = u.id)
   order by u.support_until is not null, lower(u.name), u.id`,
);

/** Everyone with entries, also after their access has ended; support last. */
export const listAuditLogPeople = ({ tx, tenantId }: Ctx): Promise<OutputOf<'audit_log_people'>> =>
  tx.rows(people, [tenantId]);
