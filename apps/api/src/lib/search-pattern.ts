/** A pattern for LIKE that finds `words` anywhere, lower-cased, with nothing in it read as a wildcard; null for none. */
export function searchPattern(words: string | undefined): string | null {
  if (!words) return null;
  return `%${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Whether an index can find these words: it knows a text by every three characters that follow one another. Shorter words
 * match so much that reading on in order soon fills a page.
 */
export const isIndexedSearch = (words: string | undefined): boolean => (words ?? '').length >= 3;
