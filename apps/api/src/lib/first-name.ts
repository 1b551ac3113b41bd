/** Words before which there is no first name, or none that is safe to use alone. */
const titles = new Set(
  'mr mrs ms miss mx dr prof professor sir dame lady lord rev reverend fr father sister captain capt major the'.split(
    ' ',
  ),
);

/** Languages in which the family name usually comes first. */
const familyFirst = new Set(['hu', 'ja', 'ko', 'vi', 'zh']);

/** The first name, for a greeting; the whole name when it can't be told, such as of a couple, a title or a business. */
export function firstName(name: string, locale: string): string {
  const whole = name.trim();
  const words = whole.split(/\s+/u);
  const [first = ''] = words;
  const isPerson =
    (words.length === 2 || words.length === 3) &&
    words.every((word) => /^[\p{L}\p{M}'’-]+$/u.test(word)) &&
    first.length > 2 &&
    !titles.has(first.toLowerCase()) &&
    !businessWords.test(whole) &&
    !familyFirst.has(new Intl.Locale(locale).language);
  return isPerson ? first : whole;
}

/** Words of a couple, a business or a charity. */
const businessWords =
  /\b(?:and|of|ltd|limited|llp|plc|farm|farms|stables|stud|kennels|cattery|rescue|trust|school|centre|sanctuary|shelter|society|zoo|family)\b/iu;
