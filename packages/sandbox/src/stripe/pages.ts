import express, { type Request, type Response, type Router } from 'express';
import { headersOfPage } from '../page.ts';
import { subscriptionsOf } from './billing.ts';
import { declineSession, paySession, sessionOf } from './checkout.ts';
import type { CheckoutSession, Subscription } from './objects.ts';
import { payPage, successAddress, unknownPage } from './pay-page.ts';
import { invoicePage, portalPage } from './portal-page.ts';
import { cancelWithPeriod, changeCard, end, renew } from './renewal.ts';
import type { StripeStore } from './store.ts';

type PageRequest = Request<{ id: string }>;

/** The pages that Stripe hosts: a checkout, a customer's subscription, an invoice. */
export function stripePages(store: StripeStore): Router {
  const router = express.Router();
  const form = express.urlencoded({ extended: false, limit: '1kb' });

  router.get('/c/pay/:id', (req: PageRequest, res) => {
    if (!store.sessions.has(req.params.id)) return notFound(res);
    const session = sessionOf(store, req.params.id);
    show(res, payPage(store, session, req.query['declined'] === '1'), [session.success_url]);
  });
  router.post('/c/pay/:id', form, (req: PageRequest, res) => {
    if (!store.sessions.has(req.params.id)) return notFound(res);
    res.redirect(303, afterPaying(store, sessionOf(store, req.params.id), actionIn(req)));
  });

  router.get('/p/session/:id', (req: PageRequest, res) => {
    const portal = store.portals.get(req.params.id);
    if (!portal) return notFound(res);
    show(res, portalPage(store, portal));
  });
  router.post('/p/session/:id', form, (req: PageRequest, res) => {
    const portal = store.portals.get(req.params.id);
    if (!portal) return notFound(res);
    const [subscription] = subscriptionsOf(store, portal.customer);
    if (subscription && subscription.status !== 'canceled') {
      portalActions[actionIn(req)]?.(store, subscription);
    }
    res.redirect(303, `/p/session/${portal.id}`);
  });

  router.get('/i/:id', (req: PageRequest, res) => {
    const invoice = store.invoices.get(req.params.id);
    if (!invoice) return notFound(res);
    show(res, invoicePage(store, invoice));
  });
  return router;
}

const actionIn = (req: PageRequest): string => String((req.body as Record<string, unknown>)['action']);

/** Performs the action of the page's button. @returns where to redirect the browser */
function afterPaying(store: StripeStore, session: CheckoutSession, action: string): string {
  const here = `/c/pay/${session.id}`;
  // Already paid or expired in another tab: the page shows it.
  if (session.status !== 'open') return here;
  if (action === 'decline') {
    declineSession(store, session.id);
    return `${here}?declined=1`;
  }
  if (action !== 'pay' && action !== 'stay') return here;
  paySession(store, session.id);
  return action === 'pay' ? successAddress(session) : here;
}

const portalActions: Readonly<
  Record<string, ((store: StripeStore, subscription: Subscription) => void) | undefined>
> = {
  cancel: (store, subscription) => cancelWithPeriod(store, subscription, true),
  resume: (store, subscription) => cancelWithPeriod(store, subscription, false),
  break: (store, subscription) => changeCard(store, subscription, true),
  replace_card: (store, subscription) => changeCard(store, subscription, false),
  renew,
  end,
};

function show(res: Response, page: string, leadsTo: readonly string[] = []): void {
  res.set(headersOfPage(leadsTo.map((url) => new URL(url).origin)));
  res.type('html').send(page);
}

function notFound(res: Response): void {
  res.status(404);
  show(res, unknownPage());
}
