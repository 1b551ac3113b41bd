/** Without a key or press for so long, what a page asks for is its own doing. */
const attentionMs = 60_000;

const events = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

// Opening the page is an act, and the start of a use.
let lastAct = Date.now();
let lastUse = Date.now();
let keepUsed: (() => void) | null = null;

/**
 * Says of a call that is about to be made whether it is the page's own, such as a poll or a reading after a live update.
 * The server does not count that as use of the session.
 */
export function isBackground(): boolean {
  if (Date.now() - lastAct > attentionMs) return true;
  lastUse = Date.now();
  return false;
}

/** Follows when the person touches the page. */
export function followActivity(): void {
  const acted = () => {
    lastAct = Date.now();
    if (keepUsed !== null && lastAct - lastUse > attentionMs) keepUsed();
  };
  for (const event of events) window.addEventListener(event, acted, { capture: true, passive: true });
}

/** Calls `keep` when the person is at work without the page calling the server, such as in a long text. */
export function keepUsedBy(keep: () => void): () => void {
  keepUsed = keep;
  return () => {
    keepUsed = null;
  };
}
