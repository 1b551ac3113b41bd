/**
 * SQL for the rota of the practice `t` as {@link Rota} in JSON, for the days from `first` to `last` and a night shift of
 * the day before. Two index look-ups when the practice has no rota and no absences.
 * @param first SQL for a day
 * @param last SQL for a day
 * @param person SQL for the only person whose hours are read, with the absences of theirs and of the whole practice
 */
export const rotaColumn = (first: string, last: string, person?: string): string => {
  const of = (user: string) => (person === undefined ? '' : `and ${user} = ${person}`);
  return `json_build_object(
       'exists', exists (select from work_patterns p where p.tenant_id = t.id)
         or exists (select from shifts s where s.tenant_id = t.id),
       'with_pattern', coalesce((select json_agg(distinct p.user_id) from work_patterns p
         where p.tenant_id = t.id ${of('p.user_id')}), '[]'),
       'patterns', coalesce((
         select json_agg(json_build_object('user_id', p.user_id, 'weeks', p.weeks, 'anchor', p.anchor,
           'valid_from', p.valid_from, 'valid_until', p.valid_until, 'ranges', coalesce((
             select json_agg(json_build_object('week', r.week, 'weekday', r.weekday, 'starts', r.starts, 'ends', r.ends,
               'online', r.online) order by r.week, r.weekday, r.starts)
             from work_ranges r where r.tenant_id = t.id and r.pattern_id = p.id), '[]')))
         from work_patterns p
         where p.tenant_id = t.id ${of('p.user_id')} and p.valid_from <= ${last}
           and (p.valid_until is null or p.valid_until >= ${first} - 1)), '[]'),
       'shifts', coalesce((
         select json_agg(json_build_object('user_id', s.user_id, 'date', s.date, 'ranges', coalesce((
           select json_agg(json_build_object('starts', r.starts, 'ends', r.ends, 'online', r.online) order by r.starts)
           from shift_ranges r where r.tenant_id = t.id and r.user_id = s.user_id and r.date = s.date), '[]')))
         from shifts s where s.tenant_id = t.id ${of('s.user_id')} and s.date >= ${first} - 1 and s.date <= ${last}), '[]'),
       'absences', coalesce((
         select json_agg(json_build_object('id', a.id, 'user_id', a.user_id, 'resource_id', a.resource_id,
           'starts', lower(a.during), 'ends', upper(a.during), 'kind', a.kind, 'note', a.note)
           order by lower(a.during), a.id)
         from absences a
         where a.tenant_id = t.id ${person === undefined ? '' : `and (a.user_id = ${person} or (a.user_id is null and a.resource_id is null))`}
           and a.during && tsrange(${first}::timestamp, (${last} + 1)::timestamp)), '[]')
     ) as rota`;
};
