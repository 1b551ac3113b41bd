/**
 * Removes trailing characters for which `isTrimmed` is true. A regular expression such as /[. ]+$/ does the same, but takes
 * quadratic time for a run of such characters in the middle.
 */
export function trimEndOf(text: string, isTrimmed: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isTrimmed(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
