const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A grapheme may have many code points; none in a real name is longer than this. */
const maxOfOne = 16;

/** Truncates a text to `most` whole characters with an ellipsis, between words if that keeps most of it. */
export function cutText(text: string, most: number): string {
  const near = text.slice(0, (most + 1) * maxOfOne);
  const shown: string[] = [];
  for (const { segment } of characters.segment(near)) {
    if (shown.length === most) break;
    shown.push(segment);
  }
  const whole = shown.join('');
  if (whole.length === text.length) return text;
  const kept = shown.slice(0, -1).join('');
  const word = kept.lastIndexOf(' ');
  return `${kept.slice(0, word > kept.length / 2 ? word : undefined).trimEnd()}…`;
}
