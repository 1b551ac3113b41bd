import type { Request } from 'express';

const held = new WeakMap<Request, (() => void)[]>();

/**
 * Registers a resource taken for a request, with its release. Not on closing of the connection: the work of a caller
 * who disconnects still holds memory.
 */
export function holdForRequest(req: Request, release: () => void): void {
  const releases = held.get(req);
  if (releases) releases.push(release);
  else held.set(req, [release]);
}

/** Releases all resources of a request; called in one place, when its work has ended, whatever the outcome. */
export function releaseHeld(req: Request): void {
  for (const release of held.get(req) ?? []) release();
  held.delete(req);
}
