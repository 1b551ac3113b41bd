import type { Dependencies } from '../context/context.ts';
import { readFigures, type InstallationFigures } from '../modules/installation/public.ts';

/** How long figures are cached, so that concurrent scrapes cost one reading. */
const freshMs = 5000;
/** The timeout of a reading; Prometheus gives up after ten seconds. */
const patienceMs = 2000;

/**
 * Reads the figures of the installation, at most one reading at a time. Never rejects: undefined if they are not
 * available in time, which is logged.
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
      log.warn({ err: error }, 'the installation figures could not be read');
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

/** The result, or undefined after the timeout. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let overdue: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    overdue = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(overdue));
}
