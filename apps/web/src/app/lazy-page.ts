import { lazy, type ComponentType } from 'react';

/** A page in a chunk of its own: `lazyPage(async () => (await import('./x.tsx')).XPage)`. */
export function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }));
}
