import { defaultBookingDate, given, nextNumber, type With } from './factory-defaults.ts';
import { insertRow, insertRows, type OwnerDb } from './factory-insert.ts';
import { makeUser, practiceOf } from './factory-people.ts';
import type {
  AbsenceRow,
  Columns,
  ResourceRow,
  ServiceRow,
  ShiftRow,
  TenantRow,
  UserRow,
  WorkPatternRow,
} from './factory-rows.ts';

// Who works when, and rooms and equipment; see factories.ts for the conventions of all factories.

/** Working hours as 'HH:MM' from and until; a night shift ends after 24:00, such as '30:00'. */
export type Hours = readonly (readonly [string, string])[];

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const rangesOf = (hours: Hours, online: boolean): { starts: number; ends: number; online: boolean }[] =>
  hours.map(([from, until]) => ({ starts: minutes(from), ends: minutes(until), online }));

interface PatternChoice {
  tenant?: TenantRow;
  user?: UserRow;
  /** By week and weekday (Monday is 1); Monday to Friday from 09:00 to 17:00 unless given. */
  hours?: readonly Readonly<Record<number, Hours>>[];
  online?: boolean;
}

const officeWeek = Object.fromEntries([1, 2, 3, 4, 5].map((weekday) => [weekday, [['09:00', '17:00']]])) as {
  [weekday: number]: Hours;
};

/** A person's pattern of working hours, from the first Monday of 2026. */
export async function makeWorkPattern(
  db: OwnerDb,
  {
    tenant,
    user,
    hours = [officeWeek],
    online = true,
    ...columns
  }: Columns<WorkPatternRow> & PatternChoice = {},
): Promise<WorkPatternRow> {
  const tenant_id = await practiceOf(db, columns, tenant, user);
  const user_id = columns.user_id ?? user?.id ?? (await makeUser(db, { tenant_id })).id;
  const pattern = await insertRow(db, 'work_patterns', {
    tenant_id,
    user_id,
    weeks: hours.length,
    anchor: '2026-01-05',
    valid_from: '2026-01-05',
    ...given(columns),
  });
  const ranges = hours.flatMap((week, n) =>
    Object.entries(week).flatMap(([weekday, ofDay]) =>
      rangesOf(ofDay, online).map((range) => ({
        tenant_id,
        pattern_id: pattern.id,
        week: n + 1,
        weekday: Number(weekday),
        ...range,
      })),
    ),
  );
  await insertRows(db, 'work_ranges', ranges);
  return pattern;
}

/** A day with its own hours; a day off unless `hours` are given. */
export async function makeShift(
  db: OwnerDb,
  {
    tenant,
    user,
    hours = [],
    online = true,
    ...columns
  }: Columns<ShiftRow> & { tenant?: TenantRow; user?: UserRow; hours?: Hours; online?: boolean } = {},
): Promise<ShiftRow> {
  const tenant_id = await practiceOf(db, columns, tenant, user);
  const user_id = columns.user_id ?? user?.id ?? (await makeUser(db, { tenant_id })).id;
  const date = columns.date ?? defaultBookingDate;
  const shift = await insertRow(db, 'shifts', { tenant_id, user_id, date });
  await insertRows(
    db,
    'shift_ranges',
    rangesOf(hours, online).map((range) => ({ tenant_id, user_id, date, ...range })),
  );
  return shift;
}

/** A room with one place, unless given. */
export async function makeResource(
  db: OwnerDb,
  { tenant, ...columns }: With<ResourceRow, 'tenant'> = {},
): Promise<ResourceRow> {
  const tenant_id = await practiceOf(db, columns, tenant);
  return insertRow(db, 'resources', {
    tenant_id,
    name: `Room ${nextNumber()}`,
    kind: 'room',
    created_at: new Date('2020-01-01T00:00:00Z'),
    ...given(columns),
  });
}

/** Of `user`, of `resource`, or of the whole practice; from `from` until `until` as '2026-01-14 09:00'. */
export async function makeAbsence(
  db: OwnerDb,
  {
    tenant,
    user,
    resource,
    from = `${defaultBookingDate} 00:00`,
    until = `${defaultBookingDate} 24:00`,
    ...columns
  }: Columns<AbsenceRow> & {
    tenant?: TenantRow;
    user?: UserRow;
    resource?: ResourceRow;
    from?: string;
    until?: string;
  } = {},
): Promise<AbsenceRow> {
  const tenant_id = await practiceOf(db, columns, tenant, user, resource);
  return insertRow(db, 'absences', {
    tenant_id,
    user_id: user?.id,
    resource_id: resource?.id,
    during: `[${from},${until})`,
    kind: user ? 'leave' : resource ? 'maintenance' : 'closed',
    ...given(columns),
  });
}

/** Makes `service` need one of `resources`. */
export async function makeServiceNeed(
  db: OwnerDb,
  service: Pick<ServiceRow, 'tenant_id' | 'id'>,
  resources: readonly Pick<ResourceRow, 'id'>[],
  need = 1,
): Promise<void> {
  await insertRows(
    db,
    'service_resources',
    resources.map(({ id }) => ({
      tenant_id: service.tenant_id,
      service_id: service.id,
      need,
      resource_id: id,
    })),
  );
}

/** Makes `user` one of those who provide `service`, with their own duration and price if given. */
export async function makeServiceStaff(
  db: OwnerDb,
  service: Pick<ServiceRow, 'tenant_id' | 'id'>,
  user: Pick<UserRow, 'id'>,
  own: { duration_minutes?: number; price_pence?: number } = {},
): Promise<void> {
  await insertRow(db, 'service_staff', {
    tenant_id: service.tenant_id,
    service_id: service.id,
    user_id: user.id,
    ...own,
  });
}
