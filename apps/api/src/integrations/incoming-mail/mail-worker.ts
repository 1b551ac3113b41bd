import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { UnreadableMail } from '../../lib/ports/mail-reader.ts';
import { readMail } from './read-mail.ts';
import type { Reading } from './mail-reader.ts';

/** The thread that reads one email, and then ends. */
async function read(path: string): Promise<void> {
  const raw = await readFile(path);
  try {
    const mail = await readMail(raw);
    const contents = mail.attachments.map(({ content }) => content.buffer);
    parentPort?.postMessage({ mail } satisfies Reading, contents);
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    parentPort?.postMessage({ unreadable: error.message } satisfies Reading, []);
  }
}

// Imported by anything else, it reads nothing.
if (typeof workerData === 'string') await read(workerData);
