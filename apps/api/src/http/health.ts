import express, { type Router } from 'express';
import type { Queryable } from '../db/database.ts';
import { schemaProblem } from '../db/preconditions.ts';

/** What `main` tells the health page: draining means no new work should be sent here. */
export interface Lifecycle {
  draining: boolean;
}

/** `/api/health`: this process lives. `/api/ready`: it can serve (database reachable, schema current, not draining). */
export function healthRoutes(control: Queryable, lifecycle: Lifecycle): Router {
  const router = express.Router();
  router.get('/health', (_req, res) => {
    res.json({ status: 'ok', version: '1.0.1' });
  });
  router.get('/ready', async (_req, res) => {
    const checks = { database: 'ok', migrations: 'ok', draining: lifecycle.draining };
    try {
      const problem = await schemaProblem(control);
      if (problem) checks.migrations = problem;
    } catch {
      // Which error it was stands in the log of the requests that meet it; here only that it does not answer.
      checks.database = 'unreachable';
      checks.migrations = 'unknown';
    }
    const ready = checks.database === 'ok' && checks.migrations === 'ok' && !checks.draining;
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', checks });
  });
  return router;
}
