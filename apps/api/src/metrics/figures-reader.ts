import type { Dependencies } from '../context/context.ts';
import { readFigures, type InstallationFigures } from '../modules/installation/public.ts';

/** For how long figures that were read are good enough, so that many who ask cost no more than one. */
const freshMs = 5000;
/** How long is waited for them; whoever collects metrics gives up after ten seconds. */
const patienceMs = 2000;

/**
 * Reads the figures of the installation for whoever asks, at most one reading at a time. Never rejects: undefined while
 * they can't be had in time, which is in the log.
 */
export function createFiguresReader(
  { database, clock, log }: Pick<Dependencies, 'database' | 'clock' | 'log'>,
  limits: Partial<{ freshMs: number; patienceMs: number }> = {},
): () => Promise<InstallationFigures | undefined> {
  const allowed = { freshMs, patienceMs, ...limits };
  let last: { figures: InstallationFigures; readAt: number } | undefined;
  let reading: Promise<InstallationFigures | undefined> | undefined;
  const read = async (): Promise<InstallationFigures | undefined> => {
    try {
      const figures = await readFigures(database.control, clock.now());
      last = { figures, readAt: performance.now() };
      return figures;
    } catch (error) {
      log.warn({ err: error }, 'the figures of the installation could not be read');
      return undefined;
    } finally {
      reading = undefined;
    }
  };
  return async () => {
    if (last && performance.now() - last.readAt < allowed.freshMs) return last.figures;
    reading ??= read();
    return within(reading, allowed.patienceMs);
  };
}

/** What it resolves to, or undefined when that takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let overdue: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    overdue = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(overdue));
}
