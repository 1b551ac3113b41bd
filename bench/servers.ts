import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const checkout = join(import.meta.dirname, '..');
const running = new Set<ChildProcess>();

export interface Server {
  url: string;
  pid: number;
  /** From the start of the process until it reported its address. */
  startedInMs: number;
  stop(): Promise<void>;
}

export interface ServerProgram {
  /** Folder of another checkout; this one unless given. */
  root?: string;
  /** Path inside the checkout. */
  file: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Node's own settings. */
  nodeFlags?: readonly string[];
}

/**
 * Starts a server of ours on a free port of 127.0.0.1 and waits until it listens. Its output goes to /dev/null, except
 * errors.
 * @throws Error when it exits before it listens
 */
export async function startServer({
  root = checkout,
  file,
  args = [],
  env = {},
  nodeFlags = [],
}: ServerProgram): Promise<Server> {
  const began = performance.now();
  const child = fork(join(root, file), args, {
    cwd: root,
    execArgv: [...nodeFlags],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  void gone.then(() => running.delete(child));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { listening: number }) => resolve(message.listening));
    child.once('error', reject);
    void gone.then((code) => reject(new Error(`${file} exited unexpectedly (exit code ${code}).`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - began,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Stops every running server; for an interrupted or failed benchmark. */
export async function stopServers(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }),
  );
}

/** A process' memory in MB: current and peak. Undefined without /proc. */
export function memoryOf(pid: number): { now: number; peak: number } | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const status = readFileSync(file, 'utf8');
  const megabytes = (field: string): number =>
    Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
