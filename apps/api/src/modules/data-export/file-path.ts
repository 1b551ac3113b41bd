import { trimEndOf } from '../../lib/trim-end.ts';
import { normalised } from '../../lib/normalised.ts';

/** Characters that are invalid in a path on some system, or invisible. */
const unsafe = /[<>:"/\\|?*\p{C}\p{Zl}\p{Zp}]/gu;

/** Names reserved by Windows for devices, whatever follows their first dot. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|\s|$)/i;

/** A text as a path component that is valid on every system, and cannot escape the folder. */
function safePart(text: string, most: number): string {
  const short = Array.from(normalised(text, 'NFC').replaceAll(unsafe, '_').replaceAll(/\s+/g, ' ').trim())
    .slice(0, most)
    .join('')
    .replace(/^\.+/, '');
  const plain = trimEndOf(short, (character) => '. '.includes(character));
  return plain.replace(devices, '_$&') || '_';
}

/** The parts of a path. */
export interface FileOwnerNames {
  id: number;
  filename: string;
  client_id: number | null;
  animal_id: number | null;
  booking_id: number | null;
}

/**
 * The path of a file in an export: in a folder of its animal, client or appointment, under its own name with its id,
 * which is unique.
 * @param names the owners' names, by column
 */
export function filePath(
  { id, filename, client_id, animal_id, booking_id }: FileOwnerNames,
  names: Readonly<Record<string, string | null>>,
): string {
  const owners = [
    ['animal', animal_id, names['animal_id']],
    ['client', client_id, names['client_id']],
    ['appointment', booking_id, names['booking_id']],
  ] as const;
  const owner = owners.find(([, ownerId]) => ownerId !== null);
  const folder = owner ? `${safePart(owner[2] ?? '', 60)} (${owner[0]} ${owner[1]})` : 'Practice';
  const [, stem = filename, ending = ''] = /^(.+?)(\.[a-z0-9]{1,10})$/i.exec(filename) ?? [];
  return `files/${folder}/${safePart(stem, 100)} (${id})${ending}`;
}
