/**
 * What was kept of a form that was being filled in, as JSON: its texts and ticks. A field that is missing, or of another kind, is as in
 * `empty`.
 */
export function parseDraft<Draft extends object>(stored: string | null, empty: Draft): Draft {
  try {
    return draftFrom(JSON.parse(stored ?? 'null'), empty);
  } catch {
    // Written by something else, or cut off: the form begins empty.
    return empty;
  }
}

/** The same for a value already parsed. */
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
