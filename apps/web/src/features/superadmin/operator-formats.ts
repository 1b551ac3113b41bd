import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';

/** How numbers, days and times are written for the one who runs the installation, who has no practice. */
export const operatorFormats = formatsFor(defaultPracticeLocale);
