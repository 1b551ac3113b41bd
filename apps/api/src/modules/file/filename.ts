import { normalised } from '../../lib/normalised.ts';

const maxCharacters = 255;

// Beside control characters: direction marks, which can hide a name's real extension.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A file's name as it is stored: the last part of a path, without unprintable characters, in one Unicode normal form,
 * and at most 255 characters including the extension. 'file' when nothing is left.
 */
export function plainFilename(given: string): string {
  const name = normalised((given.split(/[/\\]/).at(-1) ?? '').replaceAll(unprintable, ''), 'NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  if (name === '' || name.startsWith('.')) return 'file';
  const characters = Array.from(name);
  if (characters.length <= maxCharacters) return name;
  const ending = extensionOf(name);
  const tail = ending === '' ? '' : `.${ending}`;
  return characters.slice(0, maxCharacters - tail.length).join('') + tail;
}

/** The extension of a name, in lower case; '' for none. */
export const extensionOf = (name: string): string =>
  /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
