import { join } from 'node:path';

/**
 * Node's settings for the API's process. Half the usual size of the young generation, and a limit of the old one: Node
 * lets a heap grow faster the further away its limit is, so on a large machine it would use 470 MB where 330 are enough.
 * In a container the limit comes from there.
 */
export const apiNodeFlags: readonly string[] = ['--max-semi-space-size=8', '--max-old-space-size=512'];

/** The environment of the API's process, beside its settings. */
export const apiEnvironment = {
  // Limits the C library to two memory pools instead of one per thread: large pictures leave less unused memory.
  MALLOC_ARENA_MAX: '2',
  // Makes Node cache the compiled sources: the next start parses no TypeScript, and needs 15 MB less.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../.data/compile-cache'),
};
