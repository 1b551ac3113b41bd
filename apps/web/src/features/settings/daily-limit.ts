/** The most text messages a day that a practice can allow itself. */
export const mostTextsADay = 5_000;

/** What is wrong with a daily limit that was typed, in words; null when nothing is. */
export function dailyLimitProblem(typed: string): string | null {
  const text = typed.trim();
  return /^\d{1,6}$/.test(text) && Number(text) <= mostTextsADay
    ? null
    : 'Enter a whole number from 0 to 5,000.';
}
