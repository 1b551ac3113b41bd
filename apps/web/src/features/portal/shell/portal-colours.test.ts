import { readFileSync } from 'node:fs';
import { contrast, parseHex } from '@burrow/contracts/accent-colour';
import { describe, expect, it } from 'vitest';
import { portalColours, productBar, type ColourToken } from './portal-colours.ts';

const colours = ['#ffffff', '#000000', '#ffff00', '#e8a33d', '#7a2f5c', '#0000ff', '#00ff88', '#808080'];

/** Background colours of the style sheet that do not depend on the practice. */
const grounds = {
  light: { paper: '#f6f3eb', surface: '#fffdf9', sunken: '#eeeadf', ink: '#22271f', inkSoft: '#54594d' },
  dark: { paper: '#141815', surface: '#1c211d', sunken: '#262c27', ink: '#ecebe3', inkSoft: '#b3b8ab' },
};

const ratio = (one: string, other: string): number =>
  contrast(parseHex(one) ?? [0, 0, 0], parseHex(other) ?? [0, 0, 0]);

describe.each(['light', 'dark'] as const)('on a %s screen', (scheme) => {
  it.each(colours)('text in the colour %s and on it is legible', (colour) => {
    const tokens = portalColours(colour)[scheme];
    const fixed = grounds[scheme];
    const of = (token: ColourToken) => tokens[token];
    const pairs: [string, string][] = [
      [of('--brand'), fixed.paper],
      [of('--brand'), fixed.surface],
      [of('--brand'), fixed.sunken],
      [of('--brand'), of('--brand-soft')],
      [of('--on-brand'), of('--brand')],
      [of('--on-brand'), of('--brand-deep')],
      [fixed.ink, of('--brand-soft')],
      [fixed.inkSoft, of('--brand-soft')],
      [of('--on-bar'), of('--bar')],
      [of('--on-bar'), of('--bar-raised')],
      [of('--on-bar-soft'), of('--bar')],
    ];
    for (const [text, ground] of pairs) {
      expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it('keeps a legible colour unchanged', () => {
  expect(portalColours('#7a2f5c').light['--brand']).toBe('#7a2f5c');
});

it('gives the bar of a practice without a colour as the style sheet does', () => {
  const sheet = readFileSync(new URL('../../../theme.css', import.meta.url), 'utf8');
  const bars = [...sheet.matchAll(/--bar: (#[0-9a-f]{6});/g)].map(([, bar]) => bar);
  expect(bars).toEqual([productBar.light, productBar.dark]);
});
