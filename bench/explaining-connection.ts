import pg from 'pg';
import type { TenantTransaction } from '../apps/api/src/db/transaction.ts';
import type { Statement } from '../apps/api/src/db/statement.ts';
import { valueParsers } from '../apps/api/src/db/value-parsers.ts';
import type { PlanNode } from './plan-check.ts';

/** An executed plan, under the name of its statement. */
export interface RanPlan {
  statement: string;
  /** True for a statement inside a function or trigger that the named one called. */
  nested: boolean;
  plan: PlanNode;
}

const settings = [
  "load 'auto_explain'",
  'set auto_explain.log_min_duration = 0',
  'set auto_explain.log_analyze = on',
  'set auto_explain.log_buffers = on',
  'set auto_explain.log_nested_statements = on',
  'set auto_explain.log_format = json',
  'set auto_explain.log_level = notice',
  // A frequently used prepared statement ends up with one plan for all values.
  'set plan_cache_mode = force_generic_plan',
  'set session authorization burrow_app',
];

/**
 * A connection as the API's role on which PostgreSQL logs the plan, with figures, of each statement: including those
 * inside functions, which EXPLAIN does not show.
 */
export class ExplainingConnection {
  plans: RanPlan[] = [];
  private readonly client: pg.Client;
  private readonly names = new Map<string, string>();
  private asked = '';
  private turn: Promise<unknown> = Promise.resolve();

  private readonly avoidFullReads: boolean;

  /**
   * @param avoidFullReads makes the planner read a table as a whole only if no index serves, as it would if the table
   * were large
   */
  constructor(ownerUrl: string, avoidFullReads: boolean) {
    this.avoidFullReads = avoidFullReads;
    this.client = new pg.Client({ connectionString: ownerUrl, types: valueParsers });
    this.client.on('notice', (notice) => this.keep(notice.message ?? ''));
  }

  async open(): Promise<void> {
    await this.client.connect();
    for (const setting of settings) await this.client.query(setting);
    if (this.avoidFullReads) await this.client.query('set enable_seqscan = off');
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** Runs `work` in a transaction that is rolled back. */
  async inTransaction(work: (tx: TenantTransaction) => Promise<void>): Promise<void> {
    await this.client.query('begin');
    try {
      await work(this.transaction);
    } finally {
      await this.turn.catch(() => undefined);
      await this.client.query('rollback');
    }
  }

  readonly transaction: TenantTransaction = {
    rows: <Row>({ name, text }: Statement<Row>, values: readonly unknown[] = []) =>
      this.run<Row>(name, { name, text, values: [...values] }),
    row: async (statement, values) => (await this.transaction.rows(statement, values))[0],
    run: <Row>(builder: Parameters<TenantTransaction['run']>[0]) => {
      const { sql: text, bindings } = builder.toSQL().toNative();
      return this.run<Row>(text.slice(0, 40), { text, values: [...bindings] });
    },
  };

  /** One after the other, so that each plan finds its statement. */
  private run<Row>(name: string, query: pg.QueryConfig): Promise<Row[]> {
    const answer = this.turn
      .catch(() => undefined)
      .then(async () => {
        this.asked = name;
        this.names.set(query.text, name);
        return (await this.client.query(query)).rows as Row[];
      });
    this.turn = answer;
    return answer;
  }

  private keep(message: string): void {
    const start = message.indexOf('{');
    if (start < 0 || !message.startsWith('duration:')) return;
    const told = JSON.parse(message.slice(start)) as { 'Query Text': string; Plan: PlanNode };
    // The plan of a statement may come with the next one; that of a statement inside it comes at once.
    const name = this.names.get(told['Query Text']);
    this.plans.push({ statement: name ?? this.asked, nested: name === undefined, plan: told.Plan });
  }
}
