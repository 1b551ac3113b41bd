import { AppError } from '../lib/app-error.ts';

/** Counts the transfers under way per caller, so that slow connections of one cannot exhaust the capacity of all. */
export class ConcurrencyLimit {
  private readonly underWay = new Map<string, number>();
  private readonly most: number;
  private readonly maxEach: number;
  private readonly refusal: () => AppError;
  private total = 0;

  /**
   * @param maxEach the limit per caller, of the `most` in total
   * @param refusal the error for a caller at that limit
   */
  constructor(most: number, maxEach: number, refusal: () => AppError = tooMany) {
    this.refusal = refusal;
    this.most = most;
    this.maxEach = maxEach;
  }

  /**
   * Counts one more and returns a function that counts it off; a second call has no effect.
   * @throws AppError the refusal (`rate_limited`) when this caller has too many, `unavailable` when all together have
   */
  begin(caller: string): () => void {
    const own = this.underWay.get(caller) ?? 0;
    if (own >= this.maxEach) throw this.refusal();
    if (this.total >= this.most) throw new AppError('unavailable');
    this.total += 1;
    this.underWay.set(caller, own + 1);
    let counted = true;
    return () => {
      if (!counted) return;
      counted = false;
      this.total -= 1;
      const left = (this.underWay.get(caller) ?? 1) - 1;
      if (left > 0) this.underWay.set(caller, left);
      else this.underWay.delete(caller);
    };
  }
}

const tooMany = (): AppError =>
  new AppError('rate_limited', {
    message: 'Too many files are being transferred at once. Wait until some have finished.',
    retryAfterSeconds: 10,
  });
