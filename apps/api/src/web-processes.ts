import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Env } from './config/env.ts';
import { endings } from './drain.ts';
import { createLogger, type Logger } from './lib/logger.ts';

/** One of several web processes, as the first process starts it. */
export interface Place {
  /** From 1, which also does what WORKER says. */
  number: number;
  port: number;
  /** Whether the database was migrated and checked when this server started. */
  isPrepared: boolean;
}

/** A process that lived for so long is replaced at once, others after a pause that doubles each time. */
const settledMs = 60_000;
const firstPauseMs = 250;
const maxPauseMs = 30_000;

/** Longer than a process takes to drain, shorter than supervisors wait. */
const killMs = 18_000;

/** The share of a container's memory that all heaps together may have: the rest is for code, files and threads. */
const heapShare = 0.6;
const minHeapMb = 192;

interface Start {
  /** The program of each process. */
  file: string;
  /** Removes the handlers of signals that end the start. */
  endStart: () => void;
}

/**
 * Starts `WEB_CONCURRENCY` processes on one port, replaces those that end unexpectedly, and forwards the signal to stop.
 * It resolves when all serve. If the first one refuses to start, so does the server.
 */
export async function startWebProcesses(env: Env, { file, endStart }: Start): Promise<void> {
  const log = createLogger(env.LOG_LEVEL);
  await refuseUsedPort(env);
  const group = new WebProcesses(env, file, log);
  const metrics = await startMetrics(env, log, group);
  if (metrics) group.onStopped = () => metrics.stop();
  endStart();
  for (const signal of endings) process.on(signal, () => group.stop());
  const port = await group.start();
  process.send?.({ listening: port, metrics: metrics?.port });
}

/** Another server that shares its port as well would get some of the requests, without an error. */
async function refuseUsedPort({ HOST: host, PORT: port }: Env): Promise<void> {
  if (port === 0) return;
  const socket = connect({ port, host: ['0.0.0.0', '::'].includes(host) ? 'localhost' : host });
  try {
    await once(socket, 'connect');
  } catch {
    return;
  } finally {
    socket.destroy();
  }
  throw new Error(`Port ${port} is already in use. Set PORT to another.`);
}

/** Serves the metrics of all processes on one port, if configured; otherwise nothing is loaded. */
async function startMetrics(
  { METRICS_HOST: host, METRICS_PORT: port }: Env,
  log: Logger,
  group: WebProcesses,
): Promise<{ port: number; stop: () => void } | undefined> {
  if (port === undefined) return undefined;
  const { serveWebProcessMetrics } = await import('./metrics/web-process-metrics.ts');
  return serveWebProcessMetrics({ host, port, log, group });
}

class WebProcesses {
  /** Those that serve, by number. */
  readonly serving = new Map<number, ChildProcess>();
  /** How many were started in the place of one that ended unexpectedly. */
  restarts = 0;
  onStopped: () => void = () => undefined;
  readonly #env: Env;
  readonly #file: string;
  readonly #log: Logger;
  readonly #running = new Set<ChildProcess>();
  readonly #stopping = new AbortController();
  #hasFailed = false;
  /** Known once the first process serves. */
  #port: number | undefined;
  #onServing: () => void = () => undefined;

  constructor(env: Env, file: string, log: Logger) {
    this.#env = env;
    this.#file = file;
    this.#log = log;
  }

  get wanted(): number {
    return this.#env.WEB_CONCURRENCY;
  }

  /** Starts the first process, which prepares the database, then the others. @returns the port, when all serve */
  async start(): Promise<number> {
    const areServing = (count: number): Promise<void> =>
      new Promise((resolve) => {
        this.#onServing = () => this.serving.size >= count && resolve();
        this.#onServing();
      });
    this.#start(1);
    await areServing(1);
    for (let number = 2; number <= this.wanted; number += 1) this.#start(number);
    await areServing(this.wanted);
    return this.#port ?? this.#env.PORT;
  }

  /** Has every process finish its work and end, and ends with them: with 1 if one of them did not end in order. */
  stop(): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#signal('SIGTERM');
    setTimeout(() => this.#signal('SIGKILL'), killMs).unref();
    this.#endAfterLast();
  }

  #signal(signal: NodeJS.Signals): void {
    for (const child of this.#running) child.kill(signal);
  }

  #start(number: number, failures = 0): void {
    const began = performance.now();
    const place: Place = { number, port: this.#port ?? this.#env.PORT, isPrepared: this.#port !== undefined };
    const child = fork(this.#file, [JSON.stringify(place)], {
      execArgv: [...process.execArgv, ...heapLimit(this.wanted)],
    });
    this.#running.add(child);
    child.on('message', (message: { listening?: number }) => {
      if (message.listening === undefined) return;
      this.#port ??= message.listening;
      this.serving.set(number, child);
      this.#onServing();
    });
    const ended = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (!this.#running.delete(child)) return;
      if (this.serving.get(number) === child) this.serving.delete(number);
      const isSettled = performance.now() - began >= settledMs;
      void this.#replace(number, isSettled ? 0 : failures + 1, { pid: child.pid, code, signal });
    };
    child.once('exit', ended);
    child.on('error', (error) => {
      this.#log.error({ err: error, process: number }, 'a web process can’t be reached');
      // One that could not be started has no exit.
      if (child.pid === undefined) ended(null, null);
    });
  }

  async #replace(number: number, failures: number, ended: Ended): Promise<void> {
    if (this.#stopping.signal.aborted) {
      if (ended.code !== 0) this.#hasFailed = true;
      this.#endAfterLast();
      return;
    }
    // It has printed the reason.
    if (this.#port === undefined) process.exit(ended.code ?? 1);
    const pauseMs = failures === 0 ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1));
    const told = { process: number, ...ended, replaced_in_ms: pauseMs };
    this.#log.error(told, 'a web process ended unexpectedly');
    this.restarts += 1;
    await pause(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    if (!this.#stopping.signal.aborted) this.#start(number, failures);
  }

  #endAfterLast(): void {
    if (this.#running.size > 0) return;
    this.onStopped();
    process.exitCode = this.#hasFailed ? 1 : 0;
    if (process.connected) process.disconnect();
  }
}

/** How a process ended. */
interface Ended {
  pid: number | undefined;
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** In a container each process would take all of its memory for its own. */
function heapLimit(processes: number): string[] {
  const bytes = process.constrainedMemory();
  const isGiven = process.execArgv.some((flag) => flag.startsWith('--max-old-space-size'));
  if (isGiven || bytes === 0 || bytes > totalmem()) return [];
  const megabytes = Math.floor((bytes * heapShare) / processes / 1024 / 1024);
  return [`--max-old-space-size=${Math.max(minHeapMb, megabytes)}`];
}
