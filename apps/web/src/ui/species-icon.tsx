import { classNames } from './class-names.ts';
import { speciesKind, type SpeciesKind } from './species-kind.ts';

const dot = (x: number, y: number) => `M${x} ${y}h.01`;

const outlines: Record<SpeciesKind, readonly string[]> = {
  dog: [
    'M8 7.500c1.2-.7 2.5-1 4-1s2.8.300 4 1v5.500c0 3.3-1.6 6-4 6s-4-2.7-4-6z',
    'M8 7.500c-1.5-1.5-3.5-1.5-4 0-.6 2 .2 5.5 1.5 6.5 1.3.5 2.3-.8 2.5-2.5',
    'M16 7.500c1.5-1.5 3.5-1.5 4 0 .6 2-.2 5.5-1.5 6.5-1.3.5-2.3-.8-2.5-2.5',
    'M11.2 14.500h1.600l-.8.900z',
    dot(10.3, 11),
    dot(13.7, 11),
  ],
  cat: [
    'M5 4.5 8.3 8c2.3-.9 5.1-.9 7.4 0L19 4.500v8c0 4-3.1 6.5-7 6.500s-7-2.5-7-6.500z',
    'M11.3 14.300h1.400l-.7.800z',
    'M2.3 13.300l2.7.5m16.7-.5-2.7.5',
    dot(9.3, 11.5),
    dot(14.7, 11.5),
  ],
  rabbit: [
    'M9.4 9.800C8 7.3 7 3.5 8.5 2.800S11 6 11.2 9.2',
    'M14.6 9.800c1.4-2.5 2.4-6.3.9-7S13 6 12.8 9.2',
    'M12 9c-3.6 0-6 2.6-6 5.900s2.4 5.6 6 5.6 6-2.3 6-5.600S15.6 9 12 9z',
    'M11.4 15.500h1.200l-.6.700z',
    dot(9.7, 13.3),
    dot(14.3, 13.3),
  ],
  bird: [
    'M4 13c0-4.5 3.3-7.5 7.2-7.5 3 0 5 1.8 5.4 4.300l3.9 1.2-3.7 1.200C16.6 16.5 13.6 19 10 19c-2.6 0-4.7-.8-6-2.500l-1.5 2',
    'M7.5 12.500c.5 2.2 2.2 3.2 4.5 3',
    dot(13, 9),
  ],
  fish: [
    'M3 12c2.5-3.8 5.8-5.5 9.3-5.5 3 0 5.2 1.5 6.2 2.700l3-2.200v10l-3-2.200c-1 1.2-3.2 2.7-6.2 2.700C8.8 17.5 5.5 15.8 3 12z',
    'M11 9.700c.8 1.5.8 3.1 0 4.6',
    dot(7.3, 11.3),
  ],
  reptile: [
    'M14 20.700c-1.7-.5-1.9-2.6-1.2-3.9.7-1.2 1.7-2 1.7-3.900s-.8-2.9-.8-4.400c0-1 .5-1.7.5-2.7 0-1.3-.9-2.3-2.2-2.300s-2.2 1-2.2 2.300c0 1 .5 1.7.5 2.7 0 1.5-.8 2.4-.8 4.400s1 3 1.5 4.100c.6 1.6.4 3.5 3 3.700z',
    'M10.3 9 7 7.5 5.5 9.300M13.7 9 17 7.500l1.5 1.800M9.8 14.5 6.5 16l-.8 2.200M14.2 14.500l3.3 1.5.8 2.2',
  ],
  turtle: [
    'M4 14.500C4 10 7 7 11 7s7 3 7 7.500z',
    'M17.7 12.400c.9-1.5 3.8-1.4 3.8.5 0 1.2-1.3 1.6-3.5 1.6',
    'M6 14.500v2.800h2.500v-2.800m5 0v2.800H16v-2.800M8 14.500l1.2-4h3.600l1.2 4',
  ],
  horse: [
    'M8 20.500c0-3 .3-4.5 1.5-6-1.2.6-2.3 1.3-3.5 1.3-1.3 0-2.3-1-2.3-2.2 0-2.5 4-4.6 5-7.200L9 3.500l3 1.800c4.5.5 7 4.2 7 9 0 2.5-.3 4.5-.8 6.2',
    'M12 5.300c2 1.7 3.2 4 3.5 7',
    dot(10.3, 9.5),
  ],
  other: [
    'M12 12.500c-2.8 0-5 2.6-5 4.7 0 1.5 1.1 2.3 2.5 2.3 1 0 1.7-.5 2.5-.5s1.5.5 2.5.5c1.4 0 2.5-.8 2.5-2.3 0-2.1-2.2-4.7-5-4.700z',
    'M9.3 4.700c.9 0 1.5 1 1.5 2.200s-.6 2.2-1.5 2.2-1.5-1-1.5-2.2.6-2.2 1.5-2.200zM14.7 4.700c.9 0 1.5 1 1.5 2.200s-.6 2.2-1.5 2.2-1.5-1-1.5-2.2.6-2.2 1.5-2.200z',
    'M5.3 9.300c.8 0 1.4.9 1.4 2s-.6 2-1.4 2-1.4-.9-1.4-2 .6-2 1.4-2zM18.7 9.300c.8 0 1.4.9 1.4 2s-.6 2-1.4 2-1.4-.9-1.4-2 .6-2 1.4-2z',
  ],
};

/** An icon of the species, or a paw. Decorative: the species is also named in words. */
export function SpeciesIcon({
  species,
  framed = false,
  colour = 'bg-brand-soft text-brand',
  className,
}: {
  species: string | null | undefined;
  /** On a round tinted background, as in lists. */
  framed?: boolean;
  /** Classes of the background and the icon if framed. */
  colour?: string;
  className?: string;
}) {
  const icon = (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={framed ? 'size-6' : classNames('size-[1.35em] shrink-0', className)}
    >
      {/* One path: the diary draws hundreds. Each outline begins with an absolute M. */}
      <path d={outlines[speciesKind(species)].join('')} />
    </svg>
  );
  if (!framed) return icon;
  return (
    <span className={classNames('grid size-9 shrink-0 place-items-center rounded-full', colour, className)}>
      {icon}
    </span>
  );
}
