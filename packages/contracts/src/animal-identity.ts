import { line, requiredText } from './form.ts';
import { microchipFrom, notMicrochip } from './microchip.ts';

const about = {
  description:
    'Microchip number: 15 digits, or the 9 or 10 characters of an older one; spaces and hyphens are ignored',
  example: '985 112 001 234 567',
};
const isMicrochip = (typed: string | undefined): boolean =>
  typed === undefined || microchipFrom(typed) !== null;

/** A microchip number in any spelling, as {@link microchipFrom} reads it. */
export const requiredMicrochip = requiredText(40, 'Enter a microchip number.')
  .refine(isMicrochip, notMicrochip)
  .transform((typed) => microchipFrom(typed) ?? typed)
  .meta(about);

/** What a pet owner and the practice can record to identify and insure an animal. */
export const identityInput = {
  microchip: line(40)
    .refine(isMicrochip, notMicrochip)
    .transform((typed) => (typed === undefined ? undefined : (microchipFrom(typed) ?? undefined)))
    .meta(about)
    .nullish(),
  insurer: line(100).nullish(),
  policy: line(60).nullish().meta({ description: 'Policy number' }),
};
