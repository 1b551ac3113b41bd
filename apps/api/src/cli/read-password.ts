import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/**
 * The first line of a file, of piped input, or of typed input, which is not echoed.
 * @throws Error whose message is ready to print
 */
export async function readPassword(file?: string): Promise<string> {
  if (file !== undefined) return firstLine(contentOf(file));
  if (!process.stdin.isTTY) return firstLine(await text(process.stdin));
  return askTwice();
}

const firstLine = (content: string): string => content.split(/\r?\n/, 1)[0] ?? '';

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`Couldn’t read the password file: ${(error as NodeJS.ErrnoException).code}.`, {
      cause: error,
    });
  }
}

/** Asks at the terminal; from the first question on, input is not echoed. Ctrl-C ends the process. */
async function askTwice(): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  terminal.on('SIGINT', () => process.exit(130));
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    const answer = await terminal.question('');
    process.stderr.write('\n');
    return answer;
  };
  try {
    const password = await ask('Password: ');
    if (password !== (await ask('Again: '))) throw new Error('The passwords don’t match.');
    return password;
  } finally {
    terminal.close();
  }
}
