import type { BookingPageView } from '@burrow/contracts/booking-page';
import { continued, parseDraft, type Draft } from './draft.ts';
import { kept } from './kept.ts';
import { readSession, type SignedIn } from './session.ts';

/** What a visitor brings: what they had chosen and typed, their session, and the payment page they return from. */
export interface Visitor {
  /** After a payment, as it was sent. */
  draft: Draft;
  session: SignedIn | null;
  /** The checkout that was paid. */
  paid: string | null;
  /** The payment was cancelled. */
  isCancelled: boolean;
}

export const draftKey = (tenantId: number): string => `book:${tenantId}`;

/** What the address says of the beginning: later the visitor's own choice counts, and a reload keeps it. */
const beginning = ['payment', 'service', 'date', 'time'];

function forgetBeginning(): void {
  const address = new URL(window.location.href);
  for (const name of beginning) address.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', address);
}

/** The visitor of this tab; null for one who brings nothing, to whom the page is as the server sent it. */
export function readVisitor(view: BookingPageView): Visitor | null {
  const { tenant_id: tenantId } = view.practice;
  const { search } = window.location;
  const address = new URLSearchParams(search);
  const stored = kept.read(draftKey(tenantId));
  const before = parseDraft(stored);
  const paid = address.get('paid');
  const visitor = {
    draft: paid === null ? continued(before, view, search) : before,
    session: readSession(tenantId, view.is_embedded),
    paid,
    isCancelled: address.get('payment') === 'cancelled',
  };
  if (beginning.some((name) => address.has(name))) {
    kept.write(draftKey(tenantId), visitor.draft);
    forgetBeginning();
  }
  const isNew = stored === null && visitor.session === null && visitor.paid === null && !visitor.isCancelled;
  return isNew ? null : visitor;
}
