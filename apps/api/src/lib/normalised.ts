const marks = /\p{M}+/gu;
/** More marks on one letter than any script writes (Unicode's Stream-Safe Text Format, UAX #15). */
const maxMarks = 30;

/** The first `maxMarks` marks of a run; each takes at most two code units. */
const firstOf = (run: string): string =>
  run.length <= maxMarks
    ? run
    : Array.from(run.slice(0, 2 * maxMarks))
        .slice(0, maxMarks)
        .join('');

/**
 * A text in a Unicode normal form. Normalizing sorts the marks of a letter in quadratic time: ten thousand on one letter
 * would block the process for seconds, so marks beyond thirty are removed.
 */
export const normalised = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  text.replaceAll(marks, firstOf).normalize(form);
