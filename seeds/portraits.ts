import sharp from 'sharp';

// Pictures are SVG, drawn on a square that reaches from -1 to 1 both ways, y down.

const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, degrees = 0): string =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" transform="rotate(${degrees} ${cx} ${cy})"/>`;

const circle = (cx: number, cy: number, radius: number, fill: string): string =>
  ellipse(cx, cy, radius, radius, fill);

/** A line with round ends. */
const stroke = (x1: number, y1: number, x2: number, y2: number, width: number, colour: string): string =>
  `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;

/** A leaf or an ear: the intersection of two circles. */
const lens = (first: Circle, second: Circle, fill: string): string => {
  const id = `c${[...first, ...second].join('_')}`;
  const [clip, shown] = [first, second].map(([cx, cy, r]) => `cx="${cx}" cy="${cy}" r="${r}"`);
  return `<clipPath id="${id}"><circle ${clip}/></clipPath><circle ${shown} fill="${fill}" clip-path="url(#${id})"/>`;
};
type Circle = readonly [cx: number, cy: number, radius: number];

const png = (size: number, shapes: readonly string[]): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 2 2" width="${size}" height="${size}">${shapes.join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer();

const cream = '#faf4e8';
const dark = '#2b2420';

/** The mark of Willow Vets: two willow leaves on deep green. */
export function willowLogo(size: number): Promise<Buffer> {
  const green = '#235e4e';
  const leaf = '#e8eed6';
  const young = '#9ec494';
  return png(size, [
    `<rect x="-1" y="-1" width="2" height="2" rx="0.42" fill="${green}"/>`,
    lens([-0.84, -0.28, 0.98], [0.3, 0.44, 0.98], leaf),
    stroke(-0.62, 0.66, 0.08, -0.5, 0.055, green),
    ellipse(0.3, 0.22, 0.17, 0.5, young, 38),
    stroke(0.02, 0.6, 0.52, -0.06, 0.045, green),
  ]);
}

interface Coat {
  fur: string;
  shade: string;
  light: string;
}

const coats: readonly { pattern: RegExp; coat: Coat }[] = [
  { pattern: /^black/i, coat: { fur: '#3e3a3c', shade: '#282528', light: '#d6d0c8' } },
  {
    pattern: /apricot|golden|ginger|red|fawn|yellow|wheat/i,
    coat: { fur: '#dba362', shade: '#b57a3e', light: '#f7e6cc' },
  },
  {
    pattern: /chocolate|liver|brown|brindle|castor|sable/i,
    coat: { fur: '#80563a', shade: '#5d3c28', light: '#e2cbb2' },
  },
  {
    pattern: /tabby|grizzle|agouti/i,
    coat: { fur: '#9e866c', shade: '#705a46', light: '#f0e6d8' },
  },
  {
    pattern: /grey|blue|silver|lilac/i,
    coat: { fur: '#8c949e', shade: '#656c77', light: '#e5e8ec' },
  },
];

const paleCoat: Coat = { fur: '#eee2cd', shade: '#cdb898', light: '#fdf9f0' };

/** The appearance of a coat by the name of its colour. */
const coatOf = (colour: string | null): Coat =>
  coats.find(({ pattern }) => pattern.test(colour ?? ''))?.coat ?? paleCoat;

const backgrounds: readonly string[] = ['#d6e2d6', '#e2d9c9', '#d0dbe6', '#e8d5d0'];

const eyes = (apart: number, y: number, size: number): string[] =>
  [-apart, apart].flatMap((x) => [
    ellipse(x, y, size, size * 1.15, dark),
    circle(x + size * 0.35, y - size * 0.4, size * 0.3, cream),
  ]);

const dogFace = ({ fur, shade, light }: Coat): string[] => [
  ellipse(0, 0.98, 0.62, 0.5, shade),
  ellipse(0, -0.02, 0.56, 0.6, fur),
  ellipse(-0.56, -0.02, 0.2, 0.46, shade, 14),
  ellipse(0.56, -0.02, 0.2, 0.46, shade, -14),
  ellipse(0, 0.28, 0.33, 0.28, light),
  ...eyes(0.24, -0.1, 0.085),
  ellipse(0, 0.47, 0.09, 0.14, '#d67070'),
  stroke(-0.14, 0.38, 0, 0.33, 0.04, dark),
  stroke(0.14, 0.38, 0, 0.33, 0.04, dark),
  stroke(0, 0.18, 0, 0.33, 0.035, dark),
  ellipse(0, 0.14, 0.13, 0.09, dark),
];

const catFace = ({ fur, shade, light }: Coat): string[] => [
  ellipse(0, 1.04, 0.55, 0.5, fur),
  ...[-1, 1].flatMap((side) => [
    lens([side * 0.12, -0.38, 0.56], [side * 0.86, -0.62, 0.56], fur),
    lens([side * 0.17, -0.36, 0.44], [side * 0.76, -0.55, 0.42], '#e2aa9e'),
  ]),
  ellipse(0, 0.04, 0.6, 0.52, fur),
  ...[-0.14, 0, 0.14].map((x) => stroke(x, -0.42, x * 0.8, -0.24, 0.06, shade)),
  ellipse(-0.13, 0.28, 0.18, 0.15, light),
  ellipse(0.13, 0.28, 0.18, 0.15, light),
  ...[-0.25, 0.25].map((x) => ellipse(x, -0.02, 0.13, 0.11, '#b0be62')),
  ...[-0.25, 0.25].map((x) => ellipse(x, -0.02, 0.045, 0.1, dark)),
  ellipse(0, 0.18, 0.07, 0.05, '#cd7a74'),
  ...[-1, 1].flatMap((side) =>
    [0.22, 0.3, 0.38].map((y) => stroke(side * 0.3, y * 0.5 + 0.14, side * 0.78, y - 0.06, 0.016, cream)),
  ),
];

const rabbitFace = ({ fur, shade, light }: Coat): string[] => [
  ellipse(0, 1.08, 0.5, 0.46, fur),
  ...[-1, 1].flatMap((side) => [
    ellipse(side * 0.24, -0.55, 0.15, 0.42, fur, side * 12),
    ellipse(side * 0.24, -0.55, 0.08, 0.32, '#e2b0a8', side * 12),
  ]),
  ellipse(0, 0.16, 0.48, 0.47, fur),
  ellipse(-0.12, 0.4, 0.17, 0.14, light),
  ellipse(0.12, 0.4, 0.17, 0.14, light),
  ...eyes(0.27, 0.08, 0.075),
  ellipse(0, 0.3, 0.06, 0.045, '#cd7a74'),
  stroke(0, 0.33, 0, 0.42, 0.025, shade),
];

const faces = { dog: dogFace, cat: catFace, rabbit: rabbitFace };

/** Kinds of animals that can be drawn. */
export type PortraitKind = keyof typeof faces;

/** A small PNG of an animal's face in the colour of its coat. `variant` chooses the background. */
export function portrait(kind: PortraitKind, colour: string | null, variant: number): Promise<Buffer> {
  const background = backgrounds[variant % backgrounds.length] ?? cream;
  return png(160, [circle(0, 0, 2, background), ...faces[kind](coatOf(colour))]);
}
