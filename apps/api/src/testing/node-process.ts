import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { apiEnvironment } from '../../../../scripts/api-node-flags.ts';

/** A process of the product, started by a test. */
export interface NodeProcess {
  child: ChildProcess;
  /** Its whole output. */
  output(): string;
  exited: Promise<number | null>;
}

interface NodeProcessOptions {
  env: Record<string, string>;
  args?: string[];
  /** Its standard input; empty unless given. */
  input?: string;
}

/** Starts a file of `apps/api/src` as operators do, with only the given settings. */
export function startProcess(file: string, { env, args = [], input }: NodeProcessOptions): NodeProcess {
  const child = fork(join(import.meta.dirname, '..', file), args, {
    env: { PATH: process.env['PATH'], ...apiEnvironment, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  });
  child.stdin?.end(input);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  // Wait until its output is read to the end.
  return { child, output: () => output, exited: new Promise((resolve) => child.once('close', resolve)) };
}

/** The address of a server, once it serves. */
export const addressOf = (started: NodeProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    started.child.once('message', ({ listening }: { listening: number }) =>
      resolve(`http://127.0.0.1:${listening}`),
    );
    void started.exited.then(() => reject(new Error(started.output())));
  });
