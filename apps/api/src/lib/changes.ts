import { isDeepStrictEqual } from 'node:util';

/** What may be sent of a record: what is omitted, or undefined, stays. */
export type Wanted<Row> = { [Column in keyof Row]?: Row[Column] | undefined };

/** What of `wanted` was sent and differs from `current`; JSON is compared by what it says. */
export const changesTo = <Row extends object>(current: Row, wanted: Wanted<NoInfer<Row>>): Partial<Row> => {
  const sent = Object.entries(wanted) as [keyof Row, unknown][];
  const differing = sent.filter(
    ([column, value]) => value !== undefined && !isDeepStrictEqual(value, current[column]),
  );
  return Object.fromEntries(differing) as Partial<Row>;
};

/**
 * Notes the names of what a command changes in the audit log, never the values. `named` has the names that callers know
 * for columns called otherwise.
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
