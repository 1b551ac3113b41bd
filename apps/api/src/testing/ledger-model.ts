import { canMoveBooking, type BookingStatus, type PaymentMethod } from '@burrow/contracts/booking-status';

// A simple model of a practice's money: the expected ledger, whatever the order of events.

export interface ModelPayment {
  id: number;
  kind: 'payment' | 'deposit';
  method: PaymentMethod;
  amount: number;
  /** The part that was neither refunded nor voided. */
  left: number;
  isVoid: boolean;
}

interface ModelRefund {
  payment: ModelPayment;
  amount: number;
  state: 'pending' | 'failed';
}

type Verdict =
  'ok' | 'booking_closed' | 'more_than_owed' | 'payment_settled' | 'refund_too_large' | 'illegal_transition';

/** One appointment and its money, all in pence. */
export class ModelBooking {
  readonly id: number;
  price: number;
  status: BookingStatus = 'confirmed';
  readonly payments: ModelPayment[] = [];
  refunds: ModelRefund[] = [];

  constructor(id: number, price: number) {
    this.id = id;
    this.price = price;
  }

  get paid(): number {
    return sum(this.payments.map(({ left }) => left));
  }

  /** The method of the last payment that was not voided. */
  get paidType(): PaymentMethod | null {
    const standing = this.payments.filter(
      ({ kind, amount, left, isVoid }) => kind === 'payment' && !isVoid && (amount === 0 || left > 0),
    );
    return standing.at(-1)?.method ?? null;
  }

  /** A refund in progress counts as refunded. Negative when overpaid. */
  get balance(): number {
    const going = this.refunds.filter(({ state }) => state === 'pending');
    return this.price - this.paid + sum(going.map(({ amount }) => amount));
  }

  get open(): number {
    return Math.max(0, this.balance);
  }

  /** The refundable amount of a payment. */
  available(payment: ModelPayment): number {
    const going = this.refunds.filter((refund) => refund.payment === payment && refund.state === 'pending');
    return payment.left - sum(going.map(({ amount }) => amount));
  }

  /** Failed refunds that can still be retried. */
  get failed(): ModelRefund[] {
    return this.refunds.filter(
      ({ state, payment, amount }) => state === 'failed' && amount <= this.available(payment),
    );
  }

  verdictOnRecording(amount: number): Verdict {
    if (this.status === 'cancelled') return 'booking_closed';
    return amount > this.open ? 'more_than_owed' : 'ok';
  }

  record(id: number, method: PaymentMethod, amount: number): void {
    this.payments.push({ id, kind: 'payment', method, amount, left: amount, isVoid: false });
  }

  verdictOnVoiding({ kind, amount, left, isVoid }: ModelPayment): Verdict {
    return kind === 'deposit' || isVoid || left < amount ? 'payment_settled' : 'ok';
  }

  void(payment: ModelPayment): void {
    payment.left = 0;
    payment.isVoid = true;
  }

  verdictOnRefund(payment: ModelPayment, amount: number): Verdict {
    const available = this.available(payment);
    return available === 0 || amount > available ? 'refund_too_large' : 'ok';
  }

  /** Deposits are refunded through the provider, anything else at once at the desk. */
  refund(payment: ModelPayment, amount: number): void {
    if (payment.kind === 'deposit') this.refunds.push({ payment, amount, state: 'pending' });
    else payment.left -= amount;
  }

  verdictOnMove(to: BookingStatus): Verdict {
    return canMoveBooking(this.status, to) ? 'ok' : 'illegal_transition';
  }

  move(to: BookingStatus, deposit: 'refund' | 'keep'): void {
    if (this.status === 'completed') {
      for (const payment of this.payments) {
        if (payment.kind === 'payment' && !payment.isVoid && (payment.amount === 0 || payment.left > 0)) {
          this.void(payment);
        }
      }
    }
    this.status = to;
    if (to !== 'cancelled' || deposit === 'keep') return;
    for (const payment of this.payments.filter(({ kind }) => kind === 'deposit')) {
      const available = this.available(payment);
      if (available > 0) this.refund(payment, available);
    }
  }

  /** The provider settles the refunds under way. */
  settle(outcome: 'succeeded' | 'refused'): void {
    for (const refund of this.refunds.filter(({ state }) => state === 'pending')) {
      if (outcome === 'refused') refund.state = 'failed';
      else {
        refund.payment.left -= refund.amount;
        this.refunds = this.refunds.filter((other) => other !== refund);
      }
    }
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
