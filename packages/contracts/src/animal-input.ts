import { z } from 'zod';
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

/** Kilograms with up to three decimals on the wire ("12.4", a number is accepted); whole grams inside. */
export const weightInput = z
  .preprocess(
    (value: number | string): unknown => {
      const written =
        typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
      return /^\d{1,4}(\.\d{1,3})?$/.test(written) ? Math.round(Number(written) * 1000) : Number.NaN;
    },
    z
      .number({ error: 'Enter a weight in kilograms, such as 12.4.' })
      .min(1, 'Enter a weight above 0.')
      .max(2_000_000, 'Enter 2,000 kg or less.'),
  )
  .meta({
    type: 'string',
    pattern: String.raw`^\d{1,4}(\.\d{1,3})?$`,
    description: 'Kilograms',
    example: '12.4',
  });
