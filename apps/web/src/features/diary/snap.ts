export const dayMinutes = 1440;
/** The minimum length of an appointment, and the step of lengths. */
export const lengthStep = 15;

/** The start of an appointment, rounded to `step`, within the day. */
export const snapStart = (minutes: number, step: number): number =>
  Math.min(Math.max(Math.round(minutes / step) * step, 0), dayMinutes - step);

/** The length of an appointment from `start` whose end is dragged to `end`. */
export const snapLength = (start: number, end: number): number =>
  Math.min(Math.max(Math.round((end - start) / lengthStep) * lengthStep, lengthStep), dayMinutes);

/** The span between two points of a drag over empty time, in either direction. It starts at a multiple of `step`. */
export function snapSpan(from: number, to: number, step: number): { start: number; minutes: number } {
  const start = Math.min(Math.max(Math.floor(Math.min(from, to) / step) * step, 0), dayMinutes - step);
  return { start, minutes: snapLength(start, Math.max(from, to)) };
}
