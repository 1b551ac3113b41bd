import { readdirSync, readFileSync } from 'node:fs';
import type { Place } from '../web-processes.ts';

/** The process ids of the web processes of a server, by number, from /proc. */
export function webProcessPids(server: number): Map<number, number> {
  const pids = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const number = placeOf(server, name);
    if (number !== undefined) pids.set(number, Number(name));
  }
  return pids;
}

/** The number of a child of `server`; undefined for other processes, and for those that have ended meanwhile. */
function placeOf(server: number, pid: string): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (!status.includes(`\nPPid:\t${server}\n`)) return undefined;
    const last = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').at(-2) ?? '';
    return last.startsWith('{') ? (JSON.parse(last) as Place).number : undefined;
  } catch {
    return undefined;
  }
}
