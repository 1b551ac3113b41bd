import { cutText } from './cut-text.ts';
import { normalised } from './normalised.ts';

/** Longer names are truncated: a text message is billed by its length. */
const maxNameLength = 60;

/**
 * A name for a message: letters, digits, spaces and plain punctuation, and nothing that a phone turns into a link.
 * @param otherwise the fallback for a name without any usable character
 */
export function nameInText(name: string, otherwise = 'your practice'): string {
  const plain = normalised(name, 'NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N} .,;!?'’&()+-]/gu, ' ')
    // Words joined by a dot look like a web address.
    .replaceAll(/\.(?=[^\s.])/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(plain, maxNameLength) || otherwise;
}
