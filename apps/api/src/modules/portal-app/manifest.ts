import type { PublicContext } from '../../context/context.ts';
import { cutText } from '../../lib/cut-text.ts';
import { barOf, inAppOf } from './app-of-host.ts';
import { iconShapes, type IconName } from './icon.ts';

/** The colour of light screens, shown while the app starts. */
const paper = '#f6f3eb';
/** Longer names are cut below an icon on most phones. */
const shortNameLength = 12;

/** Words that tell no practice from another: 'The'. */
const minWord = 4;

/** The name below the icon: as many of its first words as fit. */
function shortNameOf(name: string): string {
  const beginnings = name.split(' ').map((_, index, words) => words.slice(0, index + 1).join(' '));
  const fitting = beginnings.findLast(({ length }) => length <= shortNameLength);
  if (fitting === undefined || (fitting !== name && fitting.length < minWord))
    return cutText(name, shortNameLength);
  return fitting;
}

/**
 * The web app manifest of a practice's portal, as JSON.
 * @throws AppError `not_found` for an unknown or suspended practice, and on the address of another one
 */
export const manifestOf = (ctx: PublicContext, tenantId: number): Promise<string> =>
  inAppOf(ctx, tenantId, async (_tx, practice, version) => {
    const address = (path: string) => `/app/cp${path}?tenant=${tenantId}`;
    const { tenant_name: name, colour } = practice;
    const icon = (of: IconName) => ({
      src: `/app/cp/practice/${tenantId}/${of}.png?v=${version}`,
      sizes: `${iconShapes[of].edge}x${iconShapes[of].edge}`,
      type: 'image/png',
      purpose: of.startsWith('maskable') ? 'maskable' : 'any',
    });
    return JSON.stringify({
      id: address(''),
      name,
      short_name: shortNameOf(name),
      description: `Your pets and appointments at ${name}`,
      lang: practice.locale,
      start_url: address(''),
      scope: '/app/cp',
      display: 'standalone',
      background_color: paper,
      theme_color: barOf(colour),
      icons: (['icon-192', 'icon-512', 'maskable-192', 'maskable-512'] as const).map(icon),
      shortcuts: [
        { name: 'Request an appointment', url: address('/booking/create') },
        { name: 'Appointments', url: address('/bookings') },
      ],
    });
  });
