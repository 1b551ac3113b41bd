import type { ComponentType } from 'react';
import { lazyComponent, type LazyComponent } from '../ui/lazy-component.tsx';
import { Loading } from '../ui/loading.tsx';

/** A page in a chunk of its own: `lazyPage(async () => (await import('./x.tsx')).XPage)`. */
export const lazyPage = (load: () => Promise<ComponentType>): LazyComponent<object> =>
  lazyComponent(load, () => <Loading tall />);

/** The frame shared by several pages, in a chunk of its own. */
export const lazyFrame = (load: () => Promise<ComponentType>): LazyComponent<object> =>
  lazyComponent(load, () => <Loading page />);
