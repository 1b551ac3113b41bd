import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { CareType } from '@burrow/contracts/care';
import { maxCareTypes, usualCancelAfter, usualSteps } from '@burrow/contracts/care-limits';
import type { Ctx } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { activeCounter, inserter, locker, updater } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';

const typeColumns = columns(
  'care_types',
  `name, species_id, every_count, every_unit, first_count, first_unit, care_group, service_id, visit_counts, steps,
   cancel_after`,
);
type TypeColumns = RowOf<typeof typeColumns>;

const careTypes = statement<CareType>(
  'care_types',
  `select y.id as care_type_id, y.name, y.species_id, sp.name::text as species, y.every_count, y.every_unit,
     y.first_count, y.first_unit, y.care_group as "group", y.service_id, s.name as service,
     case when y.visit_counts then '1' else '0' end as visit_counts, y.steps, y.cancel_after,
     case when y.archived_at is null then '0' else '1' end as archived,
     (select count(*)::integer from care_due d
      where d.tenant_id = y.tenant_id and d.care_type_id = y.id and d.state in ('due', 'told', 'booked')) as due
   from care_types y
   left join species sp on sp.tenant_id = y.tenant_id and sp.id = y.species_id
   left join services s on s.tenant_id = y.tenant_id and s.id = y.service_id
   where y.tenant_id = $1
   order by y.archived_at is not null, lower(y.name), y.id`,
);

export const listCareTypes = ({ tx, tenantId }: Ctx): Promise<CareType[]> => tx.rows(careTypes, [tenantId]);

const countTypes = activeCounter('care_types');

/** @throws AppError `too_many_care_types` */
async function checkCount(ctx: Ctx, except?: number): Promise<void> {
  if ((await countTypes(ctx, except)) >= maxCareTypes) throw new AppError('too_many_care_types');
}

const references = statement<{ species_ok: boolean; service_ok: boolean }>(
  'references_of_care_type',
  `select $2::bigint is null or exists (select from species sp where sp.tenant_id = $1 and sp.id = $2) as species_ok,
     $3::bigint is null or exists (select from services s where s.tenant_id = $1 and s.id = $3 and s.retired_at is null)
       as service_ok`,
);

/** @throws AppError `not_found`, `invalid_input` */
async function check({ tx, tenantId }: Ctx, changes: Partial<TypeColumns>, all: TypeColumns): Promise<void> {
  const found = await tx.row(references, [tenantId, changes.species_id ?? null, changes.service_id ?? null]);
  if (!found?.species_ok) {
    throw new AppError('not_found', { fields: { species_id: 'Species not found. Choose another.' } });
  }
  if (!found.service_ok) {
    throw new AppError('not_found', { fields: { service_id: 'Service not found. Choose another.' } });
  }
  for (const which of ['every', 'first'] as const) {
    if ((all[`${which}_count`] === null) === (all[`${which}_unit`] === null)) continue;
    throw invalidField(`${which}_count`, 'Enter a number and choose days, weeks or months, or neither.');
  }
}

const insertType = inserter(typeColumns);
const lockType = locker(
  'lock_care_type',
  columns(
    'care_types',
    'id, archived_at, name, species_id, every_count, every_unit, first_count, first_unit, care_group, service_id, visit_counts, steps, cancel_after',
  ),
);
const updateType = updater('care_types');

/** @throws AppError `not_found`, `too_many_care_types`, `invalid_input` */
export async function addCareType(ctx: Ctx, input: ParsedInputOf<'care_type_create'>): Promise<number> {
  const type: TypeColumns = {
    name: input.name,
    species_id: input.species_id ?? null,
    every_count: input.every_count ?? null,
    every_unit: input.every_unit ?? null,
    first_count: input.first_count ?? null,
    first_unit: input.first_unit ?? null,
    care_group: input.group ?? null,
    service_id: input.service_id ?? null,
    visit_counts: input.visit_counts ?? true,
    steps: input.steps ?? [...usualSteps],
    cancel_after: input.cancel_after ?? usualCancelAfter,
  };
  await check(ctx, type, type);
  await checkCount(ctx);
  return insertType(ctx, type);
}

/** Changes a type; omitted fields stay. @throws AppError `not_found`, `invalid_input` */
export async function changeCareType(ctx: Ctx, input: ParsedInputOf<'care_type_update'>): Promise<void> {
  const { care_type_id: typeId, group, ...wanted } = input;
  const type = await lockType(ctx, typeId);
  if (!type) throw new AppError('not_found', { message: 'Recall type not found.' });
  const changes = changesTo(type, { ...wanted, care_group: group });
  await check(ctx, changes, { ...type, ...changes });
  if (noteChanges(ctx, changes, { care_group: 'group' })) await updateType(ctx, typeId, changes);
}

/** @throws AppError `not_found`, `too_many_care_types` */
export async function archiveCareType(ctx: Ctx, typeId: number, isArchived: boolean): Promise<void> {
  if (!isArchived) await checkCount(ctx, typeId);
  const type = await lockType(ctx, typeId);
  if (!type) throw new AppError('not_found', { message: 'Recall type not found.' });
  ctx.auditDetails({ archived: isArchived });
  await updateType(ctx, typeId, { archived_at: isArchived ? (type.archived_at ?? ctx.now) : null });
}
