import { accentOnPaper, tint, type Rgb } from '@burrow/contracts/accent-colour';
import type { TextStyle } from './typesetter.ts';

const ink: Rgb = [34, 39, 31];
const inkSoft: Rgb = [84, 89, 77];
export const hairline: Rgb = [214, 216, 208];

/** The text styles of a document, and the colours of one practice. */
export interface DocumentStyles {
  accent: Rgb;
  /** A background on which ink and accent stay legible. */
  accentGround: Rgb;
  practice: TextStyle;
  title: TextStyle;
  lead: TextStyle;
  body: TextStyle;
  strong: TextStyle;
  /** Secondary text: details under a line, contact data. */
  soft: TextStyle;
  /** Rows of tables with many rows and columns. */
  compact: TextStyle;
  /** Headings of sections, in the accent. */
  section: TextStyle;
  /** Headings of columns side by side, in the accent. */
  heading: TextStyle;
  /** Labels above or beside a value. */
  label: TextStyle;
  total: TextStyle;
  mark: TextStyle;
}

/** The styles with a practice's colour, adjusted by `accentOnPaper`. */
export function documentStyles(accentColour: string | null | undefined): DocumentStyles {
  const accent = accentOnPaper(accentColour);
  return {
    accent,
    accentGround: tint(accent, 0.07),
    practice: { size: 15, leading: 18, weight: 'semibold', colour: ink },
    title: { size: 25, leading: 29, weight: 'semibold', colour: accent },
    lead: { size: 11, leading: 15, weight: 'regular', colour: inkSoft },
    body: { size: 9.5, leading: 13, weight: 'regular', colour: ink },
    strong: { size: 9.5, leading: 13, weight: 'semibold', colour: ink },
    soft: { size: 8.5, leading: 11.5, weight: 'regular', colour: inkSoft },
    compact: { size: 8, leading: 11, weight: 'regular', colour: ink },
    section: { size: 11, leading: 15, weight: 'semibold', colour: accent },
    heading: { size: 8.5, leading: 12, weight: 'semibold', colour: accent },
    label: { size: 8, leading: 11, weight: 'regular', colour: inkSoft },
    total: { size: 12, leading: 16, weight: 'semibold', colour: ink },
    mark: { size: 10, leading: 12, weight: 'semibold', colour: accent },
  };
}
