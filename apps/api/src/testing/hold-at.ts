import type pg from 'pg';
import { vi } from 'vitest';

/** A point in the server's work: just before it writes to a table. */
export interface HoldPoint {
  before: 'insert' | 'update';
  table: 'bookings' | 'deposits' | 'payments' | 'refunds';
}

/** A point at which all work is held. */
export interface Held {
  /** Resolves when a transaction is held there. */
  reached(): Promise<void>;
  /** Terminates the held connections, as a crash would, and releases all others. */
  cut(): Promise<void>;
}

/** The key of the lock that holds; unique in the test's database. */
const lockKey = 4_711_099;

const waiting = `select l.pid from pg_locks l
  where l.locktype = 'advisory' and l.objid = ${lockKey} and not l.granted`;

/** Holds every transaction at a point, by a trigger that waits for a lock which the test has. */
export async function holdAt(db: pg.Pool, { before, table }: HoldPoint): Promise<Held> {
  const holder = await db.connect();
  holder.on('error', () => undefined);
  await holder.query(`select pg_advisory_lock(${lockKey})`);
  await db.query(`
    create or replace function hold_here() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(${lockKey}); return new; end';
    create trigger hold_here before ${before} on ${table} for each row execute function hold_here()`);
  return {
    reached: () =>
      vi.waitFor(
        async () => {
          const { rows } = await db.query(waiting);
          if (rows.length === 0) throw new Error(`No session reached the ${before} of ${table}.`);
        },
        { interval: 10, timeout: 10_000 },
      ),
    cut: async () => {
      await db.query(`select pg_terminate_backend(w.pid) from (${waiting}) w`);
      await db.query(`drop trigger hold_here on ${table}`);
      // Closed instead of returned to the pool: its session has the lock, unless a restart ended both.
      holder.release(true);
    },
  };
}
