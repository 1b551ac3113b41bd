/** Without a key press or pointer event for this long, a page's calls are background calls. */
const attentionMs = 60_000;

const events = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

// Opening the page counts as activity.
let lastAct = Date.now();
let lastUse = Date.now();
let keepUsed: (() => void) | null = null;

/**
 * Whether a call is made by the page on its own, such as a poll or a refetch after a live update. The server does not
 * count it as use of the session.
 */
export function isBackground(): boolean {
  if (Date.now() - lastAct > attentionMs) return true;
  lastUse = Date.now();
  return false;
}

/** Tracks when the person last used the page. */
export function followActivity(): void {
  const acted = () => {
    lastAct = Date.now();
    if (keepUsed !== null && lastAct - lastUse > attentionMs) keepUsed();
  };
  for (const event of events) window.addEventListener(event, acted, { capture: true, passive: true });
}

/** Calls `keep` when the person is active without the page calling the server, such as while typing a long text. */
export function keepUsedBy(keep: () => void): () => void {
  keepUsed = keep;
  return () => {
    keepUsed = null;
  };
}
