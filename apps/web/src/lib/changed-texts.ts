/** The texts among `names` that have changed, trimmed; null for those that were cleared. */
export function changedTexts<Name extends string>(
  names: readonly Name[],
  before: Readonly<Record<Name, string>>,
  after: Readonly<Record<Name, string>>,
): Partial<Record<Name, string | null>> {
  const changes: Partial<Record<Name, string | null>> = {};
  for (const name of names) {
    const text = after[name].trim();
    if (text !== before[name]) changes[name] = text === '' ? null : text;
  }
  return changes;
}
