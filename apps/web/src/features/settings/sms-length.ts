/** The characters of the alphabet that mobile networks send in seven bits (GSM 03.38). */
const plain = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Those of them that take two places. */
const wide = new Set('^{}\\[~]|€\f');

export interface SmsLength {
  /** Places taken, of which a segment has 160, or 70 with characters outside the plain alphabet. */
  characters: number;
  /** How many messages are charged. */
  segments: number;
  /** A character that makes the whole text cost more than twice as much; null when there is none. */
  costly: string | null;
}

/** How long a text message is for the networks. */
export function smsLength(text: string): SmsLength {
  const letters = Array.from(text);
  const costly = letters.find((letter) => !plain.has(letter) && !wide.has(letter)) ?? null;
  const characters =
    costly === null ? letters.reduce((sum, letter) => sum + (wide.has(letter) ? 2 : 1), 0) : text.length;
  const [alone, joined] = costly === null ? [160, 153] : [70, 67];
  const segments = characters <= alone ? Math.min(characters, 1) : Math.ceil(characters / joined);
  return { characters, segments, costly };
}
