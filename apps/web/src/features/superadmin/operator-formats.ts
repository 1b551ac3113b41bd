import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';

/** Formats numbers, days and times for the superadmin, who has no practice. */
export const operatorFormats = formatsFor(defaultPracticeLocale);
