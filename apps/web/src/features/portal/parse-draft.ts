/**
 * Reads the draft of a form from JSON: its texts and ticks. A field that is missing or has another type gets its value
 * in `empty`.
 */
export function parseDraft<Draft extends object>(stored: string | null, empty: Draft): Draft {
  try {
    return draftFrom(JSON.parse(stored ?? 'null'), empty);
  } catch {
    // Not written by this app, or truncated: the form starts empty.
    return empty;
  }
}

/** The same for a parsed value. */
export function draftFrom<Draft extends object>(kept: unknown, empty: Draft): Draft {
  if (typeof kept !== 'object' || kept === null) return empty;
  const values = Object.entries(kept).filter(
    ([field, value]) =>
      (typeof value === 'string' || typeof value === 'boolean') &&
      Object.hasOwn(empty, field) &&
      typeof Reflect.get(empty, field) === typeof value,
  );
  return { ...empty, ...Object.fromEntries(values) };
}
