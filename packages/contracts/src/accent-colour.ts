// Free of zod: the browser shows the colour that documents are printed in by the same rule.

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const defaultAccent: Rgb = [29, 90, 76];
/** The contrast WCAG requires of small text. */
const leastContrast = 4.5;

/**
 * A practice's colour made fit for text and lines on white paper: darkened until its contrast is at least 4.5:1.
 * Takes `#rgb` or `#rrggbb`; anything else gives the product's green.
 */
export const accentOnPaper = (hex: string | null | undefined): Rgb =>
  until(accentOf(hex), black, (colour) => contrastWithWhite(colour) >= leastContrast);

/** The darkest background of light screens that has text in the practice's colour, as in the style sheet. */
const lightSunken: Rgb = [238, 234, 223];
/** How much of the practice's colour its soft backgrounds have. */
export const softShare = 0.1;

/** The practice's colour on light screens of its portal, legible on all of their backgrounds. */
export const portalAccent = (hex: string | null | undefined): Rgb =>
  until(accentOf(hex), black, (colour) => isLegible(colour, lightSunken, mix(white, colour, softShare)));

/** The bar at the top of the portal on light screens. */
export const portalBar = (hex: string | null | undefined): Rgb => shade(portalAccent(hex), 0.25);

/**
 * The dark counterpart: lightened until its contrast is at least 4.5:1 on `ground`, the lightest ground of dark
 * screens, and on that ground with a `share` of the colour in it.
 */
export const accentOnDark = (hex: string | null | undefined, ground: Rgb, share: number): Rgb =>
  until(accentOf(hex), white, (colour) => isLegible(colour, ground, mix(ground, colour, share)));

/** The colour thinned with white, as the ground of a band: `share` of colour, 0 to 1. */
export const tint = (colour: Rgb, share: number): Rgb => mix(white, colour, share);

/** The colour darkened: `share` of black, 0 to 1. */
export const shade = (colour: Rgb, share: number): Rgb => mix(colour, black, share);

/** WCAG 2 contrast ratio of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [first, second] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(first, second) / Math.min(first, second);
}

/** WCAG 2 contrast ratio against white, 1 to 21. */
export const contrastWithWhite = (colour: Rgb): number => contrast(colour, white);

const accentOf = (hex: string | null | undefined): Rgb => parseHex(hex) ?? defaultAccent;

const isLegible = (colour: Rgb, ...grounds: readonly Rgb[]): boolean =>
  grounds.every((ground) => contrast(colour, ground) >= leastContrast);

/** The nearest colour from one to an end that has enough contrast; otherwise the end. */
function until(from: Rgb, end: Rgb, isGood: (colour: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const colour = mix(from, end, share);
    if (isGood(colour)) return colour;
  }
  return end;
}

/** `#rgb` or `#rrggbb`, also without its #; null for anything else. */
export function parseHex(hex: string | null | undefined): Rgb | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex?.trim() ?? '')?.[1];
  if (!digits) return null;
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const value = Number.parseInt(long, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** A colour between two: `share` of the second, 0 to 1. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [channel(0), channel(1), channel(2)];
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A colour as `#rrggbb`. */
export const hexOf = (colour: Rgb): string =>
  `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
