import { isDeepStrictEqual } from 'node:util';

/** The changeable fields of a record: omitted or undefined ones stay. */
export type Wanted<Row> = { [Column in keyof Row]?: Row[Column] | undefined };

/** The fields of `wanted` that were sent and differ from `current`; JSON is compared by value. */
export const changesTo = <Row extends object>(current: Row, wanted: Wanted<NoInfer<Row>>): Partial<Row> => {
  const sent = Object.entries(wanted) as [keyof Row, unknown][];
  const differing = sent.filter(
    ([column, value]) => value !== undefined && !isDeepStrictEqual(value, current[column]),
  );
  return Object.fromEntries(differing) as Partial<Row>;
};

/**
 * Records the names of the changed fields in the audit log, never the values. `named` maps columns to the public
 * names that differ.
 * @returns whether anything changes
 */
export function noteChanges<Changes extends object>(
  ctx: { auditDetails(details: Record<string, unknown>): void },
  changes: Changes,
  named: { readonly [Column in keyof Changes]?: string } = {},
): boolean {
  const columns = Object.keys(changes) as (keyof Changes & string)[];
  ctx.auditDetails({ changed: columns.map((column) => named[column] ?? column) });
  return columns.length > 0;
}
