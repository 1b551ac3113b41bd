import type { Request } from 'express';

const held = new WeakMap<Request, (() => void)[]>();

/**
 * Notes what was taken for a request and how to give it back. Not when its connection closes: whoever goes away leaves
 * work behind that still holds memory.
 */
export function holdFor(req: Request, release: () => void): void {
  const releases = held.get(req);
  if (releases) releases.push(release);
  else held.set(req, [release]);
}

/** Gives back all that was taken for a request; called in one place, when its work has ended in whatever way. */
export function releaseHeld(req: Request): void {
  for (const release of held.get(req) ?? []) release();
  held.delete(req);
}
