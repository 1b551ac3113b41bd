import type { PublicContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { barOf, inAppOf } from './app-of-host.ts';

/**
 * The icons of a portal by name: their edge in pixels, and the share of it that the logo takes. A phone cuts a maskable icon
 * to a circle of four fifths; iOS rounds the corners of its own.
 */
export const iconShapes = {
  'icon-192': { edge: 192, share: 0.9 },
  'icon-512': { edge: 512, share: 0.9 },
  'maskable-192': { edge: 192, share: 0.56 },
  'maskable-512': { edge: 512, share: 0.56 },
  'apple-touch-icon': { edge: 180, share: 0.76 },
} as const;

export type IconName = keyof typeof iconShapes;

export const iconNames = Object.keys(iconShapes) as IconName[];

const logoBytes = statement<{ content: Buffer }>(
  'logo_bytes_of_app',
  `select fc.content from files f
   join file_contents fc on fc.tenant_id = f.tenant_id and fc.file_id = f.id
   where f.tenant_id = $1 and f.file_type = 'logo'`,
);

/** The icons drawn last, the oldest first. */
const drawn = new Map<string, Promise<Buffer>>();
const maxDrawn = 64;

/** Draws an icon once, however many ask for it at a time. */
function once(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const known = drawn.get(key);
  if (known) return known;
  const icon = draw();
  drawn.set(key, icon);
  icon.catch(() => drawn.delete(key));
  const [oldest] = drawn.keys();
  if (drawn.size > maxDrawn && oldest !== undefined) drawn.delete(oldest);
  return icon;
}

/**
 * An icon of a practice's portal: its logo on white, or the product's mark on the practice's colour.
 * @throws AppError `not_found` for an unknown or suspended practice, and on the address of another one; `rate_limited`,
 *   `unavailable`
 */
export async function appIcon(
  ctx: PublicContext,
  tenantId: number,
  name: IconName,
): Promise<{ png: Buffer; version: string }> {
  const { version, icon } = await inAppOf(ctx, tenantId, async (tx, { colour }, current) => {
    const key = `${tenantId} ${current} ${name}`;
    const known = drawn.get(key);
    if (known) return { version: current, icon: () => known };
    const logo = (await tx.row(logoBytes, [tenantId]))?.content ?? null;
    const shape = { ...iconShapes[name], logo, background: barOf(colour) };
    const draw = () => ctx.deps.pictures.icon(shape, `portal app ${tenantId}`);
    return { version: current, icon: () => once(key, draw) };
  });
  // Not in the transaction, which would wait for it.
  return { png: await icon(), version };
}
