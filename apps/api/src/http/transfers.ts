import { AppError } from '../lib/app-error.ts';

/** Counts the files that are on their way for each caller, so that no caller's slow lines take the room of all. */
export class Transfers {
  private readonly underWay = new Map<string, number>();
  private readonly most: number;
  private readonly mostEach: number;
  private readonly refusal: () => AppError;
  private total = 0;

  /**
   * @param mostEach how many one caller may have under way, of the `most` of all together
   * @param refusal what a caller is told who has that many
   */
  constructor(most: number, mostEach: number, refusal: () => AppError = tooMany) {
    this.refusal = refusal;
    this.most = most;
    this.mostEach = mostEach;
  }

  /**
   * Counts one more and answers how to count it off; counting it off twice counts once.
   * @throws AppError the refusal (`rate_limited`) when this caller has too many, `unavailable` when all together have
   */
  begin(caller: string): () => void {
    const own = this.underWay.get(caller) ?? 0;
    if (own >= this.mostEach) throw this.refusal();
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
