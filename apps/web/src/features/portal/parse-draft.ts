/**
 * What was kept of a form that somebody was filling in, as JSON: its texts. A field that is missing, or no text, is as in
 * `empty`.
 */
export function parseDraft<Draft extends object>(stored: string | null, empty: Draft): Draft {
  let kept: unknown = null;
  try {
    kept = JSON.parse(stored ?? 'null');
  } catch {
    // Written by something else, or cut off: the form begins empty.
  }
  if (typeof kept !== 'object' || kept === null) return empty;
  const texts = Object.entries(kept).filter(
    ([field, text]) =>
      typeof text === 'string' &&
      Object.hasOwn(empty, field) &&
      typeof Reflect.get(empty, field) === 'string',
  );
  return { ...empty, ...Object.fromEntries(texts) };
}
