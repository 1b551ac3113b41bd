import { both, circle, drawPng, ellipse, stroke, tile, type Colour, type Layer } from './png-drawing.ts';

const cream: Colour = [250, 244, 232];
const dark: Colour = [43, 36, 32];

/** The mark of Willow Vets: two willow leaves on deep green. */
export function willowLogo(size: number): Buffer {
  const green: Colour = [35, 94, 78];
  const leaf: Colour = [232, 238, 214];
  const young: Colour = [158, 196, 148];
  return drawPng(size, [
    { shape: tile(1, 0.42), colour: green },
    { shape: both(circle(-0.84, -0.28, 0.98), circle(0.3, 0.44, 0.98)), colour: leaf },
    { shape: stroke(-0.62, 0.66, 0.08, -0.5, 0.055), colour: green },
    { shape: both(ellipse(0.3, 0.22, 0.17, 0.5, 38), tile(0.86, 0.2)), colour: young },
    { shape: stroke(0.02, 0.6, 0.52, -0.06, 0.045), colour: green },
  ]);
}

export interface Coat {
  fur: Colour;
  shade: Colour;
  light: Colour;
}

const coats: readonly { pattern: RegExp; coat: Coat }[] = [
  { pattern: /^black/i, coat: { fur: [62, 58, 60], shade: [40, 37, 40], light: [214, 208, 200] } },
  {
    pattern: /apricot|golden|ginger|red|fawn|yellow|wheat/i,
    coat: { fur: [219, 163, 98], shade: [181, 122, 62], light: [247, 230, 204] },
  },
  {
    pattern: /chocolate|liver|brown|brindle|castor|sable/i,
    coat: { fur: [128, 86, 58], shade: [93, 60, 40], light: [226, 203, 178] },
  },
  {
    pattern: /tabby|grizzle|agouti/i,
    coat: { fur: [158, 134, 108], shade: [112, 90, 70], light: [240, 230, 216] },
  },
  {
    pattern: /grey|blue|silver|lilac/i,
    coat: { fur: [140, 148, 158], shade: [101, 108, 119], light: [229, 232, 236] },
  },
];

const paleCoat: Coat = { fur: [238, 226, 205], shade: [205, 184, 152], light: [253, 249, 240] };

/** The coat that a colour as written on the card looks like. */
export const coatOf = (colour: string | null): Coat =>
  coats.find(({ pattern }) => pattern.test(colour ?? ''))?.coat ?? paleCoat;

const backgrounds: readonly Colour[] = [
  [214, 226, 214],
  [226, 217, 201],
  [208, 219, 230],
  [232, 213, 208],
];

const eyes = (apart: number, y: number, size: number): Layer[] =>
  [-apart, apart].flatMap((x) => [
    { shape: ellipse(x, y, size, size * 1.15), colour: dark },
    { shape: circle(x + size * 0.35, y - size * 0.4, size * 0.3), colour: cream },
  ]);

const dogFace = ({ fur, shade, light }: Coat): Layer[] => [
  { shape: ellipse(0, 0.98, 0.62, 0.5), colour: shade },
  { shape: ellipse(0, -0.02, 0.56, 0.6), colour: fur },
  { shape: ellipse(-0.56, -0.02, 0.2, 0.46, 14), colour: shade },
  { shape: ellipse(0.56, -0.02, 0.2, 0.46, -14), colour: shade },
  { shape: ellipse(0, 0.28, 0.33, 0.28), colour: light },
  ...eyes(0.24, -0.1, 0.085),
  { shape: ellipse(0, 0.47, 0.09, 0.14), colour: [214, 112, 112] },
  { shape: stroke(-0.14, 0.38, 0, 0.33, 0.04), colour: dark },
  { shape: stroke(0.14, 0.38, 0, 0.33, 0.04), colour: dark },
  { shape: stroke(0, 0.18, 0, 0.33, 0.035), colour: dark },
  { shape: ellipse(0, 0.14, 0.13, 0.09), colour: dark },
];

const catFace = ({ fur, shade, light }: Coat): Layer[] => [
  { shape: ellipse(0, 1.04, 0.55, 0.5), colour: fur },
  ...[-1, 1].flatMap((side): Layer[] => [
    { shape: both(circle(side * 0.12, -0.38, 0.56), circle(side * 0.86, -0.62, 0.56)), colour: fur },
    {
      shape: both(circle(side * 0.17, -0.36, 0.44), circle(side * 0.76, -0.55, 0.42)),
      colour: [226, 170, 158],
    },
  ]),
  { shape: ellipse(0, 0.04, 0.6, 0.52), colour: fur },
  ...[-0.14, 0, 0.14].map((x) => ({ shape: stroke(x, -0.42, x * 0.8, -0.24, 0.06), colour: shade })),
  { shape: ellipse(-0.13, 0.28, 0.18, 0.15), colour: light },
  { shape: ellipse(0.13, 0.28, 0.18, 0.15), colour: light },
  ...[-0.25, 0.25].map((x) => ({ shape: ellipse(x, -0.02, 0.13, 0.11), colour: [176, 190, 98] as const })),
  ...[-0.25, 0.25].map((x) => ({ shape: ellipse(x, -0.02, 0.045, 0.1), colour: dark })),
  { shape: ellipse(0, 0.18, 0.07, 0.05), colour: [205, 122, 116] },
  ...[-1, 1].flatMap((side) =>
    [0.22, 0.3, 0.38].map((y) => ({
      shape: stroke(side * 0.3, y * 0.5 + 0.14, side * 0.78, y - 0.06, 0.016),
      colour: cream,
    })),
  ),
];

const rabbitFace = ({ fur, shade, light }: Coat): Layer[] => [
  { shape: ellipse(0, 1.08, 0.5, 0.46), colour: fur },
  ...[-1, 1].flatMap((side): Layer[] => [
    { shape: ellipse(side * 0.24, -0.55, 0.15, 0.42, side * 12), colour: fur },
    { shape: ellipse(side * 0.24, -0.55, 0.08, 0.32, side * 12), colour: [226, 176, 168] },
  ]),
  { shape: ellipse(0, 0.16, 0.48, 0.47), colour: fur },
  { shape: ellipse(-0.12, 0.4, 0.17, 0.14), colour: light },
  { shape: ellipse(0.12, 0.4, 0.17, 0.14), colour: light },
  ...eyes(0.27, 0.08, 0.075),
  { shape: ellipse(0, 0.3, 0.06, 0.045), colour: [205, 122, 116] },
  { shape: stroke(0, 0.33, 0, 0.42, 0.025), colour: shade },
];

const faces = { dog: dogFace, cat: catFace, rabbit: rabbitFace };

/** Kinds of animals that can be drawn. */
export type PortraitKind = keyof typeof faces;

/** A small picture of an animal's face in the colour of its coat. `variant` chooses the background. */
export function portrait(kind: PortraitKind, colour: string | null, variant: number): Buffer {
  const background = backgrounds[variant % backgrounds.length] ?? cream;
  return drawPng(160, [{ shape: tile(1.1, 0), colour: background }, ...faces[kind](coatOf(colour))]);
}
