/** The contract's message for a text that is too long; undefined for one that is not. The server trims it too. */
export const lengthProblem = (text: string, maxLength: number | undefined): string | undefined =>
  maxLength !== undefined && text.trim().length > maxLength
    ? `Use at most ${maxLength} characters.`
    : undefined;
