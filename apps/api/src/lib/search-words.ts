import { dialledAs } from './phone-number.ts';
import { searchPattern } from './search-pattern.ts';

/** More words hardly narrow a search, and each is compared with every row that the first two find. */
const maxWords = 8;

export interface SearchWords {
  /** LIKE patterns in lower case, all of which must match. The first two are the longest, and may be the same. */
  patterns: string[];
  /**
   * Whether the search index can find the first two. Shorter words match so many rows that reading in order soon fills a
   * page.
   */
  indexed: boolean;
}

const isIndexed = (word: string): boolean => word.length >= 3;

/**
 * Splits a search into words, which match in any order, or reads it as a phone number in any spelling.
 * @param locale the practice's, such as 'en-GB'
 * @returns null for an empty search
 */
export function searchWords(q: string | undefined, locale: string): SearchWords | null {
  const text = q?.trim() ?? '';
  const phone = dialledAs(text, locale);
  const words = phone === null ? text.toLowerCase().split(/\s+/) : [phone];
  const [first = '', ...rest] = [...new Set(words)]
    .slice(0, maxWords)
    .toSorted((one, other) => other.length - one.length);
  if (first === '') return null;
  const second = rest[0] !== undefined && isIndexed(rest[0]) ? [] : [first];
  return {
    patterns: [first, ...second, ...rest].flatMap((word) => searchPattern(word) ?? []),
    indexed: isIndexed(first),
  };
}
