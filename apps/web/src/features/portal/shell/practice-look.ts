/** Name and colour of a practice's portal, remembered until the server has responded. */
interface PracticeLook {
  name: string;
  /** `#rrggbb`; null for the product's own. */
  color: string | null;
}

/** The name of a practice whose record could not be loaded. */
export const unnamedPractice = 'Veterinary Practice';

const keyOf = (tenantId: number): string => `portal_look:${tenantId}`;

/** The look of the practice at the last visit in this browser; null if there was none. */
export function rememberedLook(tenantId: number): PracticeLook | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(tenantId)) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { name, color } = value as Partial<Record<keyof PracticeLook, unknown>>;
    if (typeof name !== 'string') return null;
    return { name, color: typeof color === 'string' ? color : null };
  } catch {
    // Unreadable: the server's response follows.
    return null;
  }
}

/** Remembers the look for the next visit, so that the colour does not change while the page loads. */
export function rememberLook(tenantId: number, { name, color }: PracticeLook): void {
  localStorage.setItem(keyOf(tenantId), JSON.stringify({ name, color }));
}
