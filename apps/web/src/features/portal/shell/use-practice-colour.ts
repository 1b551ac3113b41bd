import { useLayoutEffect } from 'react';
import { colourSheet, portalColours } from './portal-colours.ts';

/**
 * Colours the browser's own toolbar as well.
 * @returns a function that undoes it
 */
function colourBrowserBar(bars: { light: string; dark: string }): () => void {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  const before = metas.map(({ content }) => content);
  for (const meta of metas) meta.content = meta.media.includes('dark') ? bars.dark : bars.light;
  return () => {
    for (const [index, meta] of metas.entries()) meta.content = before[index] ?? meta.content;
  };
}

/** Applies the practice's colour to the tokens of the style sheet while the calling component is mounted. */
export function usePracticeColour(hex: string | null): void {
  useLayoutEffect(() => {
    if (hex === null) return undefined;
    const colours = portalColours(hex);
    const { light, dark } = colours;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(colourSheet(colours));
    document.adoptedStyleSheets.push(sheet);
    const undoBar = colourBrowserBar({ light: light['--bar'], dark: dark['--bar'] });
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      undoBar();
    };
  }, [hex]);
}
