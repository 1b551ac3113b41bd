/** A pattern for LIKE that finds `words` anywhere, lower-cased, with wildcards escaped; null without words. */
export function searchPattern(words: string | undefined): string | null {
  if (!words) return null;
  return `%${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}
