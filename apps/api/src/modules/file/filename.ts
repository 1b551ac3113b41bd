import { normalised } from '../../lib/normalised.ts';

const mostCharacters = 255;

// Beside control characters: what turns the direction of text, and so hides the real ending of a name.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A file's name as it is kept: the last part of a path, without what cannot be printed, in one Unicode spelling, and at
 * most 255 characters of which the ending stays. 'file' when nothing is left.
 */
export function plainFilename(given: string): string {
  const name = normalised((given.split(/[/\\]/).at(-1) ?? '').replaceAll(unprintable, ''), 'NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  if (name === '' || name.startsWith('.')) return 'file';
  const characters = Array.from(name);
  if (characters.length <= mostCharacters) return name;
  const ending = extensionOf(name);
  const tail = ending === '' ? '' : `.${ending}`;
  return characters.slice(0, mostCharacters - tail.length).join('') + tail;
}

/** What follows the last point of a name, in lower case; '' when that is no ending. */
export const extensionOf = (name: string): string =>
  /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
