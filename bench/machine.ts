import { createRequire } from 'node:module';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';

const versionOf = (name: string): string => {
  const require = createRequire(import.meta.url);
  return (require(`${name}/package.json`) as { version: string }).version;
};

/** The machine and the versions of a result, one per line. */
export function machineLines(postgres: string): string[] {
  const processors = cpus();
  const versions = [
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgres}`,
    ...['express', 'pg', 'autocannon'].map((name) => `${name} ${versionOf(name)}`),
  ];
  return [
    `${processors[0]?.model.trim() ?? 'unknown processor'}, ${processors.length} cores, ${(totalmem() / 2 ** 30).toFixed(1)} GiB of memory, ${platform()} ${release()} ${arch()}`,
    versions.join(', '),
  ];
}

/** The machine's other load: its load average over the last minute. */
export const loadNow = (): string => (loadavg()[0] ?? 0).toFixed(2);
