import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import express, { type Router } from 'express';
import type { Dependencies } from '../context/context.ts';
import type { AllHandlers } from '../context/handlers.ts';
import { AppError } from '../lib/app-error.ts';
import { EventStreams } from './event-streams.ts';
import { createFileBodyReader } from './file-body.ts';
import { releaseHeld } from './request-resources.ts';
import { LargeAnswers } from './large-answers.ts';
import { createRateLimits } from './rate-limits.ts';
import { readBody, type RequestStep } from './request-body.ts';
import { runAction } from './runner.ts';

/**
 * Routes every declared action by name, and passes on any other path. One look-up finds the action: Express would try
 * a route for each in turn on every request.
 */
export function actionRoutes(
  handlers: AllHandlers,
  deps: Dependencies,
  streams: EventStreams = new EventStreams(),
): Router {
  const limits = createRateLimits(deps);
  const largeAnswers = new LargeAnswers();
  const readFileBody = createFileBodyReader(deps);
  const routes = new Map<string, { name: ActionName; read: RequestStep; run: RequestStep }>(
    actionNames.map((name) => {
      const action = actionNamed(name);
      const read = action.accepts ? readFileBody(action) : readBody;
      return [
        `/${name}`,
        { name, read, run: runAction(name, handlers, deps, limits, largeAnswers, streams) },
      ];
    }),
  );
  const routeOf = (path: string) => routes.get(path.endsWith('/') ? path.slice(0, -1) : path);
  const router = express.Router();
  router.use(
    (req, _res, next) => {
      const route = routeOf(req.path);
      if (!route) return next('router');
      req.action = route.name;
      if (req.method !== 'POST') throw new AppError('method_not_allowed');
      next();
    },
    async (req, res) => {
      const route = routeOf(req.path);
      try {
        await route?.read(req, res);
        await route?.run(req, res);
      } finally {
        releaseHeld(req);
      }
    },
  );
  return router;
}
