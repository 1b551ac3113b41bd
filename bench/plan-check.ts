/** A node of a plan as PostgreSQL describes it in JSON; the fields that are looked at. */
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

/** What the judgement needs to know about the database. */
export interface Schema {
  /** Rows of each table. */
  rows: ReadonlyMap<string, number>;
  indexes: ReadonlyMap<string, { firstColumn: string; unique: boolean }>;
}

export interface PlanVerdict {
  /** How the tables are reached, such as `bookings_by_day`. */
  paths: string[];
  /** What is wrong; empty when nothing is. */
  faults: string[];
  ms: number;
  /** Pages of 8 kB looked at, in memory or not. */
  pages: number;
}

/** From here on a table is one that grows; smaller ones are read faster as a whole than by an index. */
export const growingRows = 1000;

/** Looked at across practices on purpose, before a practice is known: where may this person sign in? */
const acrossPractices = new Set(['users_by_account', 'api_keys_by_account']);

/**
 * Judges a plan: no table that grows is read as a whole, each index begins with the practice and is asked with it (or
 * finds one row by a key of its own), and no parallel workers are started for a screen.
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

/** The tables that a plan reads as a whole although it was told to avoid it: no index serves. */
export const withoutIndex = (plan: PlanNode): string[] =>
  nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => `no index serves on ${node['Relation Name']}`);

/** A plan and all that is below it. */
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
  const index = schema.indexes.get(name);
  if (index?.firstColumn === 'tenant_id') {
    return node['Index Cond']?.includes('tenant_id') ? undefined : `${name} without the practice`;
  }
  return index?.unique && node['Index Cond'] ? undefined : `${name} is not led by the practice`;
}
