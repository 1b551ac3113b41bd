import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorBody } from '@burrow/contracts/errors';
import type pg from 'pg';
import type { Practice } from '../../../../packages/dev/src/factories.ts';

export interface Outcome {
  action: 'tenant' | 'client_create';
  began: number;
  ended: number;
  /** 0 when the connection broke. */
  status: number;
  error?: Partial<ErrorBody>;
  retryAfter?: string | null;
}

/** Clients that read and write constantly, and retry failures under the same key, as the guide to the API says. */
export interface ClientsAtWork {
  outcomes: readonly Outcome[];
  failures(): Outcome[];
  /** Names of the records whose creation was acknowledged. */
  acknowledged: ReadonlySet<string>;
  /** Resolves after so many more successes. */
  succeeded(more: number): Promise<void>;
  /** Stops each client once its current request is acknowledged. */
  stop(): Promise<void>;
}

/** @param count the number of concurrent clients, half of them reading */
export function putToWork(url: string, practice: Practice, count: number): ClientsAtWork {
  const outcomes: Outcome[] = [];
  const acknowledged = new Set<string>();
  const state = { isStopping: false, successes: 0 };
  const ask = async (action: Outcome['action'], input: object, key?: string): Promise<boolean> => {
    const began = performance.now();
    const outcome = await post(`${url}/api/${action}`, practice.adminKey.apiKey, input, key);
    outcomes.push({ action, began, ended: performance.now(), ...outcome });
    if (outcome.status === 200) state.successes += 1;
    return outcome.status === 200;
  };
  const write = async (): Promise<void> => {
    const [name, key] = [`Owner ${randomUUID()}`, randomUUID()];
    while (!(await ask('client_create', { name }, key))) await pause(100);
    acknowledged.add(name);
  };
  const read = async (): Promise<void> => {
    if (!(await ask('tenant', {}))) await pause(100);
  };
  const workers = Array.from({ length: count }, async (_, index) => {
    while (!state.isStopping) await (index % 2 === 0 ? read() : write());
  });
  return {
    outcomes,
    failures: () => outcomes.filter(({ status }) => status !== 200),
    acknowledged,
    succeeded: async (more) => {
      const wanted = state.successes + more;
      while (state.successes < wanted) await pause(20);
    },
    stop: async () => {
      state.isStopping = true;
      await Promise.all(workers);
    },
  };
}

async function post(
  url: string,
  apiKey: string,
  input: object,
  key: string | undefined,
): Promise<Pick<Outcome, 'status' | 'error' | 'retryAfter'>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${apiKey}`,
        ...(key ? { 'Idempotency-Key': key } : {}),
      },
      body: JSON.stringify(input),
    });
    const { status, headers } = response;
    const text = await response.text();
    if (status === 200) return { status };
    const error = (text.startsWith('{') ? JSON.parse(text) : {}) as Partial<ErrorBody>;
    return { status, error, retryAfter: headers.get('retry-after') };
  } catch (error) {
    return { status: 0, error: { message: String(error instanceof Error ? (error.cause ?? error) : error) } };
  }
}

/** The acknowledged records that are missing, and the created records that exist more than once. */
export async function lostAndDoubled(
  db: pg.Pool,
  { tenant }: Practice,
  { acknowledged }: ClientsAtWork,
): Promise<{ lost: string[]; doubled: string[] }> {
  const { rows } = await db.query<{ name: string; count: number }>(
    `select c.name, count(*)::integer as count from clients c
     where c.tenant_id = $1 and c.name like 'Owner ________-%' group by c.name`,
    [tenant.id],
  );
  const made = new Map(rows.map(({ name, count }) => [name, count]));
  return {
    lost: [...acknowledged].filter((name) => !made.has(name)),
    doubled: [...made].filter(([, count]) => count > 1).map(([name]) => name),
  };
}
