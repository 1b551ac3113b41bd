interface Reason {
  type?: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error';
  code?: string;
  param?: string;
  message: string;
}

/** A refusal, in Stripe's own envelope. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: { error: Reason };

  constructor(status: number, reason: Reason) {
    super(reason.message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', ...reason } };
  }
}

/** @throws StripeRefusal as for an id unknown to Stripe */
export function found<Thing>(thing: Thing | undefined, kind: string, id: string, param = 'id'): Thing {
  if (thing !== undefined) return thing;
  throw new StripeRefusal(param === 'id' ? 404 : 400, {
    code: 'resource_missing',
    param,
    message: `No such ${kind}: '${id}'`,
  });
}
