const marks = /\p{M}+/gu;
/** More marks on one letter than any script writes (Unicode's Stream-Safe Text Format, UAX #15). */
const mostMarks = 30;

/** The first `mostMarks` marks of a run; each takes at most two code units. */
const firstOf = (run: string): string =>
  run.length <= mostMarks
    ? run
    : Array.from(run.slice(0, 2 * mostMarks))
        .slice(0, mostMarks)
        .join('');

/**
 * A text in a Unicode normal form. Normalizing sorts the marks of a letter in quadratic time: ten thousand on one letter
 * would block the process for seconds, so marks beyond thirty are removed.
 */
export const normalised = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  text.replaceAll(marks, firstOf).normalize(form);
