import {
  accentOnDark,
  hexOf,
  mix,
  portalAccent,
  portalBar,
  shade,
  softShare,
  tint,
  type Rgb,
} from '@burrow/contracts/accent-colour';

/** The colour tokens of the style sheet that a practice's colour replaces. */
export type ColourToken =
  | '--brand'
  | '--brand-deep'
  | '--brand-soft'
  | '--on-brand'
  | '--bar'
  | '--bar-raised'
  | '--on-bar'
  | '--on-bar-soft';

type Tokens = Record<ColourToken, string>;

const white: Rgb = [255, 255, 255];
/** In dark mode: the lightest background that has text in the practice's colour, and the paper and text. */
const darkSunken: Rgb = [38, 44, 39];
const darkPaper: Rgb = [20, 24, 21];
const darkInk: Rgb = [236, 235, 227];

const hexOfAll = (colours: Record<ColourToken, Rgb>): Tokens =>
  Object.fromEntries(Object.entries(colours).map(([token, colour]) => [token, hexOf(colour)])) as Tokens;

function lightTokens(brand: Rgb, bar: Rgb): Tokens {
  return hexOfAll({
    '--brand': brand,
    '--brand-deep': shade(brand, 0.25),
    '--brand-soft': tint(brand, softShare),
    '--on-brand': white,
    '--bar': bar,
    '--bar-raised': mix(bar, white, 0.08),
    '--on-bar': white,
    '--on-bar-soft': mix(bar, white, 0.85),
  });
}

function darkTokens(brand: Rgb, onLight: Rgb): Tokens {
  const bar = mix(darkPaper, onLight, 0.45);
  return hexOfAll({
    '--brand': brand,
    '--brand-deep': mix(brand, white, 0.3),
    '--brand-soft': mix(darkSunken, brand, softShare),
    '--on-brand': shade(brand, 0.85),
    '--bar': bar,
    '--bar-raised': mix(bar, white, 0.08),
    '--on-bar': darkInk,
    '--on-bar-soft': mix(bar, darkInk, 0.75),
  });
}

/** `--bar` of theme.css, which a practice without a colour keeps. */
export const productBar = { light: '#163f35', dark: '#12201b' };

/**
 * The colour tokens of a practice with the colour `hex` (`#rrggbb`), for light and dark mode. Text in the colour and on it
 * always reaches a contrast of 4.5:1.
 */
export function portalColours(hex: string): { light: Tokens; dark: Tokens } {
  const onLight = portalAccent(hex);
  return {
    light: lightTokens(onLight, portalBar(hex)),
    dark: darkTokens(accentOnDark(hex, darkSunken, softShare), onLight),
  };
}

const rule = (where: string, tokens: Tokens): string =>
  `${where} { ${Object.entries(tokens)
    .map(([token, colour]) => `${token}: ${colour};`)
    .join(' ')} }`;

/** The style sheet of these tokens. Print has no colours. */
export const colourSheet = ({ light, dark }: { light: Tokens; dark: Tokens }): string =>
  `@media screen { ${rule(':root', light)} } @media screen and (prefers-color-scheme: dark) { ${rule(":root:not(:where([data-scheme='light']))", dark)} }`;
