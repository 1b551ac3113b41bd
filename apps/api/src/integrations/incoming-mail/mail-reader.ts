import { Worker } from 'node:worker_threads';
import { UnreadableMail, type IncomingMail, type MailReader } from '../../lib/ports/mail-reader.ts';

/** What the thread answers. */
export type Reading = { mail: IncomingMail } | { unreadable: string };

/** The largest message takes a second or two. */
const usualLimitMs = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/**
 * Reads each email in a thread of its own: a stranger wrote it, and whatever it costs, this thread keeps answering, and
 * the other one ends with its memory. It sees no settings.
 */
export const createMailReader = (limitMs: number = usualLimitMs): MailReader => ({
  read: async (path) => {
    const worker = new Worker(new URL('./mail-worker.ts', import.meta.url), {
      workerData: path,
      env: {},
      execArgv: [],
      resourceLimits,
    });
    try {
      const reading = await answerOf(worker, limitMs);
      if ('unreadable' in reading) throw new UnreadableMail(reading.unreadable);
      return reading.mail;
    } finally {
      await worker.terminate();
    }
  },
});

const answerOf = (worker: Worker, limitMs: number): Promise<Reading> =>
  new Promise((resolve, reject) => {
    const overdue = setTimeout(() => reject(new UnreadableMail('Reading it takes too long.')), limitMs);
    worker.once('message', (reading: Reading) => resolve(reading));
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isTooLarge ? new UnreadableMail('Reading it takes too much memory.') : error);
    });
    worker.once('exit', (code) => {
      clearTimeout(overdue);
      reject(new Error(`The thread that reads an email ended with ${code}.`));
    });
  });
