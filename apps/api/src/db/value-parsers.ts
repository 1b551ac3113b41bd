import pg from 'pg';

/**
 * How PostgreSQL's values become JavaScript's: ids (int8, int8[]) and sums as numbers, days and times as their text
 * ('YYYY-MM-DD', 'HH:MM'), instants as ISO 8601 text in UTC. No value is converted to the server's time zone.
 */
const { builtins } = pg.types;
/** The type of int8[], which the driver does not name. */
const int8Array = 1016;

const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  [int8Array, (value) => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number))],
  [builtins.NUMERIC, Number],
  [builtins.DATE, (value) => value],
  [builtins.TIME, (value) => value.slice(0, 5)],
  [builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString()],
]);

export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
};
