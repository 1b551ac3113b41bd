/** The token that a one-time link carries in its fragment; null when it carries none. */
export function tokenIn(fragment: string): string | null {
  const token = fragment.replace(/^#/, '').trim();
  return /^[\w-]{20,200}$/.test(token) ? token : null;
}
