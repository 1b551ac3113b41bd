import type { CalendarFeed } from '@burrow/contracts/calendar-feed';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';

// $2 the person whose diary they contain, or null for all of the practice's.
const openFeeds = statement<CalendarFeed>(
  'calendar_feeds',
  `select f.id, case when f.staff_id is null then 'practice' else 'diary' end as covers, f.staff_id,
          u.name as staff_name, f.shows, f.label, maker.name as made_by, f.created_at, f.last_read_at
   from calendar_feeds f
   join users maker on maker.tenant_id = f.tenant_id and maker.id = f.made_by_user_id
   left join users u on u.tenant_id = f.tenant_id and u.id = f.staff_id
   where f.tenant_id = $1 and f.revoked_at is null and ($2::bigint is null or f.staff_id = $2)
   order by f.staff_id is not null, lower(u.name), f.id`,
);

/** The feeds that the caller manages: all for an admin, those of their own diary for others. */
export const listFeeds = ({ tx, tenantId, session }: Ctx): Promise<CalendarFeed[]> =>
  tx.rows(openFeeds, [tenantId, session.role === 'admin' ? null : session.userId]);
