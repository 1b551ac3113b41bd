import { portalColours } from './portal-colours.ts';

const rule = (tokens: Record<string, string>): string =>
  `:root { ${Object.entries(tokens)
    .map(([token, colour]) => `${token}: ${colour};`)
    .join(' ')} }`;

/** A style sheet with the colour tokens of a practice. */
export function practiceSheet(hex: string): CSSStyleSheet {
  const { light, dark } = portalColours(hex);
  const sheet = new CSSStyleSheet();
  // Print without colours.
  sheet.replaceSync(
    `@media screen { ${rule(light)} } @media screen and (prefers-color-scheme: dark) { ${rule(dark)} }`,
  );
  return sheet;
}
