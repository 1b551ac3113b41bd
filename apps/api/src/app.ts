import { join } from 'node:path';
import type { ErrorCode } from '@burrow/contracts/errors';
import express, { type Express } from 'express';
import type { Dependencies } from './context/context.ts';
import { handlers } from './handlers.ts';
import { actionRoutes } from './http/action-routes.ts';
import { bookingPageRoutes, bookingSiteRoutes } from './http/booking-pages.ts';
import { calendarFeedRoutes } from './http/calendar-feed.ts';
import { clientLinkRoutes } from './http/client-links.ts';
import { errorHandler } from './http/error-answer.ts';
import type { EventStreams } from './http/event-streams.ts';
import { healthRoutes, type Lifecycle } from './http/health.ts';
import { portalAppRoutes } from './http/portal-app.ts';
import { singleSignOnRoutes } from './http/single-sign-on.ts';
import { referencePage } from './http/reference-page.ts';
import { requestLog } from './http/request-log.ts';
import { measureRequests, type RequestMeter } from './http/request-meter.ts';
import { traceRequests } from './http/request-trace.ts';
import { securityHeaders } from './http/security-headers.ts';
import { limitRequestTimes } from './http/request-timeout.ts';
import { webApp } from './http/web-app.ts';
import { AppError } from './lib/app-error.ts';
import { bookingPageLogo, findBookingPage, pageOfHost } from './modules/booking-page/public.ts';
import { feedContent, feedState, feedText } from './modules/calendar-feed/public.ts';
import { appIcon, iconNames, manifestOf } from './modules/portal-app/public.ts';
import { answerOfProvider } from './modules/single-sign-on/public.ts';
import { webhookRoutes } from './webhook-in/webhook-routes.ts';

/**
 * Assembles the server from its dependencies: `main` gives it the real ones, a test its own. It opens nothing and holds
 * no state. With a `meter` it counts every request.
 */
export function createApp(
  deps: Dependencies,
  lifecycle: Lifecycle = { draining: false },
  streams?: EventStreams,
  meter?: RequestMeter,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', deps.env.TRUST_PROXY);
  if (meter) app.use(measureRequests(meter));
  if (deps.tracing) app.use(traceRequests(deps.tracing, deps.env.TRUST_PROXY > 0));
  app.use(requestLog(deps.log, deps.env.TRUST_PROXY > 0), limitRequestTimes, securityHeaders(deps.env));
  app.use('/api/webhooks', webhookRoutes(deps));
  app.use('/api/calendar', calendarFeedRoutes(deps, { feedContent, feedState, feedText }));
  app.use('/api/sso', singleSignOnRoutes(deps, answerOfProvider));
  app.use(
    '/api',
    actionRoutes(handlers, deps, streams),
    healthRoutes(deps.database, lifecycle),
    referencePage(),
  );
  app.use('/api', () => {
    throw new AppError('unknown_action');
  });
  app.use('/l', clientLinkRoutes());
  app.use('/app/cp', portalAppRoutes(deps, { manifestOf, appIcon, iconNames }));
  const bookRoot = deps.env.BOOK_ROOT ?? (deps.env.WEB_ROOT && join(deps.env.WEB_ROOT, '.book'));
  if (bookRoot) {
    const pages = { findBookingPage, pageOfHost, bookingPageLogo };
    app.use('/book', bookingPageRoutes(deps, pages, bookRoot));
    app.use(bookingSiteRoutes(deps, pages, bookRoot));
  }
  if (deps.env.WEB_ROOT) {
    app.use('/app', webApp(deps.env.WEB_ROOT, { queryStringLogin: deps.env.QUERY_STRING_LOGIN }));
    app.get('/', (_req, res) => res.redirect(302, '/app/login'));
  }
  app.use(() => {
    throw new AppError('unknown_action');
  });
  app.use(errorHandler(deps.log));
  return app;
}

/** Serves a process with background jobs only: its liveness and readiness. */
export const createHealthApp = (deps: Dependencies, lifecycle: Lifecycle): Express =>
  healthOnly(deps, lifecycle, 'unknown_action');

/** Serves a process while it starts: alive and not ready. All other requests get a 503. */
export const createStartingApp = (deps: Dependencies, lifecycle: Lifecycle): Express =>
  healthOnly(deps, lifecycle, 'unavailable');

function healthOnly(deps: Dependencies, lifecycle: Lifecycle, otherwise: ErrorCode): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestLog(deps.log, deps.env.TRUST_PROXY > 0), limitRequestTimes, securityHeaders(deps.env));
  app.use('/api', healthRoutes(deps.database, lifecycle));
  app.use(() => {
    throw new AppError(otherwise);
  });
  app.use(errorHandler(deps.log));
  return app;
}
