import { cutText } from './cut-text.ts';
import { normalised } from './normalised.ts';

/** Longer names are cut: a text message is paid for by its length. */
const longestName = 60;

/**
 * A name as a message shows it: letters, digits, spaces and plain punctuation, and nothing that a phone makes a link of.
 * @param otherwise what stands for a name of which nothing is left
 */
export function nameInText(name: string, otherwise = 'your practice'): string {
  const plain = normalised(name, 'NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N} .,;!?'’&()+-]/gu, ' ')
    // What a dot joins looks like the name of a site.
    .replaceAll(/\.(?=[^\s.])/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(plain, longestName) || otherwise;
}
