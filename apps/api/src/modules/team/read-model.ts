import type { SessionRecord, TeamMember } from '@burrow/contracts/team';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { idleSecondsOf } from '../session/public.ts';

const teamList = statement<TeamMember>(
  'team',
  `select u.id, u.name, a.email, u.role, case when u.takes_bookings then '1' else '0' end as takes_bookings,
          u.colour as color,
          case when u.support_until is not null then 'support' when u.disabled_at is not null then 'disabled'
               when u.accepted_at is null then 'invited' else 'active' end as state,
          u.support_until, a.last_active_at, a.sessions, a.api_keys, a.second_factor,
          a.only_sso as only_single_sign_on,
          (select count(*)::integer from calendar_feeds f
           where f.tenant_id = u.tenant_id and f.made_by_user_id = u.id and f.revoked_at is null
             and f.staff_id is distinct from u.id) as shared_feeds,
          (select count(*)::integer from bookings b
           where b.tenant_id = u.tenant_id and b.staff_id = u.id and b.booking_date >= $4 and b.starts_at >= $2
             and b.status in ('pending', 'confirmed')) as upcoming_bookings
   from users u
   join team_accounts($2, make_interval(secs => $3)) a on a.user_id = u.id
   where u.tenant_id = $1 and (u.support_until is null or u.support_until > $2)
   order by u.disabled_at is not null, u.support_until is not null, lower(u.name), u.id`,
);

type SessionRow = Omit<SessionRecord, 'current' | 'staff_id'> & { user_id: number };

const memberSessions = statement<SessionRow>(
  'team_sessions',
  `select s.id, s.user_id, s.kind, s.label, s.network, s.created_at, s.last_used_at
   from team_sessions($1, $2, make_interval(secs => $3)) s`,
);

const memberExists = statement('team_member', 'select 1 from users u where u.tenant_id = $1 and u.id = $2');

/** Everyone in the practice, disabled people last; support access only while it lasts. */
export const listTeam = ({ tx, tenantId, now, deps, session }: Ctx): Promise<TeamMember[]> =>
  tx.rows(teamList, [tenantId, now, idleSecondsOf(deps), localMoment(now, session.timeZone).date]);

/**
 * A person's open sessions and other keys in this practice, last used first.
 * @throws AppError `not_found`
 */
export async function listSessions(
  { tx, tenantId, now, deps, session }: Ctx,
  userId: number,
): Promise<SessionRecord[]> {
  if (!(await tx.row(memberExists, [tenantId, userId]))) throw new AppError('not_found');
  const rows = await tx.rows(memberSessions, [userId, now, idleSecondsOf(deps)]);
  return rows.map(({ user_id, ...row }) => ({
    ...row,
    staff_id: user_id,
    current: row.id === session.keyId,
  }));
}
