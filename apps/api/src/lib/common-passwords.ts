/**
 * Passwords that are guessed first, of at least eight characters, and the words that, with a few digits behind them,
 * make most of the rest. A short list on purpose: attempts are limited, so only the first guesses matter.
 */
const stems =
  'password|qwerty|qwertyui|qwertyuiop|asdfghjkl|zxcvbnm|iloveyou|sunshine|princess|football|baseball|welcome|letmein|dragon|monkey|superman|batman|trustno|shadow|master|michael|jennifer|liverpool|arsenal|chelsea|charlie|whatever|starwars|computer|internet|samsung|pokemon|admin|administrator|changeme|secret|default|practice|veterinary|grooming'.split(
    '|',
  );

// Digits and signs that stand for a letter: p@ssw0rd.
const disguises: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The words a password may have been made from: its letters, and the letters that its signs stand for. */
function wordsIn(plain: string): string[] {
  const withoutTail = plain.replace(/[^a-z]+$/, '');
  const undisguised = withoutTail.replaceAll(/[^a-z]/g, (sign) => disguises[sign] ?? sign);
  return [plain, undisguised].map((word) => word.replaceAll(/[^a-z]/g, ''));
}

/** Whether a password is among the first an attacker would try: a common word with little added, a run or one sign. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (wordsIn(plain).some((word) => plain.length - word.length <= 4 && stems.includes(word))) return true;
  if (/^(.{1,4})\1+$/.test(plain)) return true;
  const sequences = [
    '01234567890123456789',
    '98765432109876543210',
    'abcdefghijklmnopqrstuvwxyz',
    '1q2w3e4r5t6y7u8i9o0p',
    '1qaz2wsx3edc4rfv',
  ];
  return sequences.some((sequence) => sequence.includes(plain));
}
