/** A pattern for LIKE that finds `words` anywhere, lower-cased, with nothing in it read as a wildcard; null for none. */
export function searchPattern(words: string | undefined): string | null {
  if (!words) return null;
  return `%${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}
