import { join } from 'node:path';

/**
 * Node's own settings for the API's process. Half the usual room for young objects, and an end to the room for old ones:
 * Node lets a heap grow the faster the further off its end is, which on a large machine makes it take 470 MB for what 330
 * are enough for. In a container with a limit it takes the end from there.
 */
export const apiNodeFlags: readonly string[] = ['--max-semi-space-size=8', '--max-old-space-size=512'];

/** What the API's process finds in its environment, beside its settings. */
export const apiEnvironment = {
  // Has the C library keep two pools of memory instead of one for each thread: less of it is left from large pictures.
  MALLOC_ARENA_MAX: '2',
  // Has Node keep what it made of the sources: the next start reads no TypeScript, and needs 15 MB less.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../.data/compile-cache'),
};
