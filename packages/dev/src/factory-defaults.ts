import type {
  AnimalRow,
  BookingRow,
  ClientRow,
  Columns,
  ServiceRow,
  TenantRow,
  UserRow,
} from './factory-rows.ts';

let counter = 0;

/** A number that no earlier default of this test file used. Counted, not random: two runs make the same data. */
export const nextNumber = (): number => (counter += 1);

export const restartNumbers = (): void => void (counter = 0);

/** The default day: the day after the harness's now, a Thursday. */
export const defaultBookingDate = '2026-01-15';

/** The default expiry; a test may set its clock to any day before. */
export const oneDay = new Date('2100-01-01T00:00:00Z');

/** Possible parents of a new record, as rows. */
interface Parents {
  tenant?: Pick<TenantRow, 'id'>;
  client?: Pick<ClientRow, 'tenant_id' | 'id'>;
  animal?: Pick<AnimalRow, 'tenant_id' | 'id' | 'client_id'>;
  service?: ServiceRow;
  staff?: Pick<UserRow, 'tenant_id' | 'id'>;
  booking?: BookingRow;
}

/** Columns of a row, and the parents that it may be given. */
export type With<Row, Parent extends keyof Parents> = Columns<Row> & Pick<Parents, Parent>;

/** Drops undefined values, so that they do not override a default. */
export const given = <T extends object>(columns: T): T =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as T;
