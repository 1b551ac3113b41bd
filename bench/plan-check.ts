/** A node of a plan as PostgreSQL describes it in JSON; only the checked fields. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Actual Total Time'?: number;
  'Heap Fetches'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  'Temp Written Blocks'?: number;
  Plans?: PlanNode[];
}

/** Facts about the database for the check. */
export interface Schema {
  /** Rows of each table. */
  rows: ReadonlyMap<string, number>;
  indexes: ReadonlyMap<string, { firstColumn: string; unique: boolean }>;
}

export interface PlanVerdict {
  /** The indexes by which the tables are read, such as `bookings_by_day`. */
  paths: string[];
  /** The faults; empty for a good plan. */
  faults: string[];
  ms: number;
  /** Pages of 8 kB read, from memory or disk. */
  pages: number;
}

/** From this size on a table counts as growing; smaller ones are read faster as a whole than by an index. */
export const growingRows = 1000;

/** Read across practices on purpose, before a practice is known: where may this person sign in? */
const acrossPractices = new Set(['users_by_account', 'api_keys_by_account']);

/** Kept for minutes only, and read as a whole when an account or a practice loses its sign-ins. */
const alwaysSmall = new Set(['sso_sign_ins']);

/** Led by columns of a handful of values, all of which PostgreSQL looks up with the practice. */
const ledByFewValues = new Set(['comms_waiting']);

/**
 * Checks a plan: no growing table is read as a whole, each index begins with the practice and is used with it (or finds
 * one row by a unique key), and no parallel workers are started for a screen.
 */
export function judgePlan(plan: PlanNode, schema: Schema): PlanVerdict {
  const nodes = nodesOf(plan);
  const faults = nodes.flatMap((node) => faultOf(node, schema) ?? []);
  const paths = nodes.flatMap((node) => pathOf(node) ?? []);
  return {
    paths: [...new Set(paths)],
    faults: [...new Set(faults)],
    ms: plan['Actual Total Time'] ?? 0,
    pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
  };
}

/** The tables that a plan reads as a whole although the planner should avoid it: no index serves. */
export const withoutIndex = (plan: PlanNode): string[] =>
  nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan' && !alwaysSmall.has(node['Relation Name'] ?? ''))
    .map((node) => `no index serves on ${node['Relation Name']}`);

/** A plan and all its descendants. */
export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

export const isIndexScan = (node: PlanNode): boolean =>
  ['Index Scan', 'Index Only Scan', 'Bitmap Index Scan'].includes(node['Node Type']);

function pathOf(node: PlanNode): string | undefined {
  if (isIndexScan(node)) return node['Index Name'];
  return node['Node Type'] === 'Seq Scan' ? `all of ${node['Relation Name']}` : undefined;
}

function faultOf(node: PlanNode, schema: Schema): string | undefined {
  const type = node['Node Type'];
  if (type.startsWith('Gather')) return 'parallel workers';
  if (type === 'Seq Scan') {
    const table = node['Relation Name'] ?? '';
    return (schema.rows.get(table) ?? 0) >= growingRows ? `reads all of ${table}` : undefined;
  }
  const name = node['Index Name'];
  if (!isIndexScan(node) || name === undefined || acrossPractices.has(name)) return undefined;
  // Of the catalogue, which has no practices.
  if (name.startsWith('pg_')) return undefined;
  const index = schema.indexes.get(name);
  if (index?.firstColumn === 'tenant_id' || ledByFewValues.has(name)) {
    return node['Index Cond']?.includes('tenant_id') ? undefined : `${name} without the practice`;
  }
  return index?.unique && node['Index Cond'] ? undefined : `${name} is not led by the practice`;
}
