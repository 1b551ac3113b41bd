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

/** A number that no default of this test file had before. Counted, not drawn: two runs make the same world. */
export const nextNumber = (): number => (counter += 1);

/** Numbers begin at 1 again. */
export const restartNumbers = (): void => void (counter = 0);

/** The day of what may be on any day: the day after the harness's now, a Thursday. */
export const defaultBookingDate = '2026-01-15';

/** When what a test does not care about runs out; a test may set its clock to any day before. */
export const oneDay = new Date('2100-01-01T00:00:00Z');

/** Records that a new one can hang on, as rows. */
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

/** Drops what is undefined, so that it does not hide a default. */
export const given = <T extends object>(columns: T): T =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as T;
