import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Parts to run, by name; all of them when empty. */
  only: readonly string[];
  /** Restarts of every server. */
  rounds: number;
  /** Length of one measurement. */
  seconds: number;
  quick: boolean;
}

/**
 * Reads the command line: `--quick` for a first impression in a minute or two, `--only detail,month` for some parts.
 * @throws Error for an unknown part or option
 */
export function readOptions(args: string[], parts: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  });
  const only = values.only.split(',').filter(Boolean);
  const unknown = only.filter((part) => !parts.includes(part));
  if (unknown.length > 0)
    throw new Error(`No such part: ${unknown.join(', ')}. There are ${parts.join(', ')}.`);
  return values.quick
    ? { only, rounds: 1, seconds: 1.5, quick: true }
    : { only, rounds: 3, seconds: 3.5, quick: false };
}
