import type { ComponentType, ReactNode } from 'react';

/** A component of `ui/` on the page of components. */
export interface ShownComponent {
  name: string;
  /** Its file in `ui/`. */
  file: string;
  /** Draws its variants and states. */
  Example: ComponentType;
}

/** The id of a component's section. */
export const anchorOf = ({ file }: Pick<ShownComponent, 'file'>): string => file.replace('.tsx', '');

/** One variant or state, with its name above. */
export const Variant = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1.5">
    <p className="text-sm text-ink-soft">{name}</p>
    {children}
  </div>
);

/** Small things beside each other. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
);

/** Variants in columns where there is room. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
);
