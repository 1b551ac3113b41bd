import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [number, number, number];

/** How far a point lies outside a shape, negative inside; the picture reaches from -1 to 1 both ways, y down. */
export type Shape = (x: number, y: number) => number;

export interface Layer {
  shape: Shape;
  colour: Colour;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, degrees = 0): Shape {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return (x, y) => {
    const dx = x - cx;
    const dy = y - cy;
    const px = (dx * cos + dy * sin) / rx;
    const py = (dy * cos - dx * sin) / ry;
    const k = Math.sqrt(px * px + py * py);
    const slope = Math.sqrt((px * px) / (rx * rx) + (py * py) / (ry * ry));
    return slope === 0 ? -Math.min(rx, ry) : (k * (k - 1)) / slope;
  };
}

export const circle = (cx: number, cy: number, radius: number): Shape => ellipse(cx, cy, radius, radius);

/** A stroke with round ends. */
export function stroke(ax: number, ay: number, bx: number, by: number, width: number): Shape {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  return (x, y) => {
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
    const ex = x - ax - dx * along;
    const ey = y - ay - dy * along;
    return Math.sqrt(ex * ex + ey * ey) - width / 2;
  };
}

/** What both shapes cover. */
export const both =
  (one: Shape, other: Shape): Shape =>
  (x, y) =>
    Math.max(one(x, y), other(x, y));

/** A square with round corners, as large as the picture less a margin. */
export const tile =
  (halfSide: number, corner: number): Shape =>
  (x, y) => {
    const [dx, dy] = [Math.abs(x) - halfSide + corner, Math.abs(y) - halfSide + corner];
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
  };

/** Paints layers over each other with smooth edges and answers a PNG of `size` pixels square, clear where nothing is. */
export function drawPng(size: number, layers: readonly Layer[]): Buffer {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const x = ((column + 0.5) / size) * 2 - 1;
      const y = ((row + 0.5) / size) * 2 - 1;
      paint(rows, row * (size * 4 + 1) + 1 + column * 4, layers, x, y, size);
    }
  }
  return encode(size, rows);
}

function paint(
  target: Buffer,
  offset: number,
  layers: readonly Layer[],
  x: number,
  y: number,
  size: number,
): void {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (const { shape, colour } of layers) {
    const cover = Math.max(0, Math.min(1, 0.5 - (shape(x, y) * size) / 2));
    if (cover === 0) continue;
    const sum = cover + alpha * (1 - cover);
    const share = cover / sum;
    red += (colour[0] - red) * share;
    green += (colour[1] - green) * share;
    blue += (colour[2] - blue) * share;
    alpha = sum;
  }
  target[offset] = Math.round(red);
  target[offset + 1] = Math.round(green);
  target[offset + 2] = Math.round(blue);
  target[offset + 3] = Math.round(alpha * 255);
}

function encode(size: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
