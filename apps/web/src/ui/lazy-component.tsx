import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** A component in a chunk of its own. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Loads the chunk in advance. A failure is reported when the component is rendered. */
  preload(): void;
}

const Nothing = (): ReactNode => null;

/** How a component reports that its chunk could not be loaded. */
export interface NotLoaded {
  cause: unknown;
  /** Loads it again. Rejects if that fails. */
  retry: () => Promise<void>;
}

/** Throws to the nearest error boundary. */
const Thrown = ({ cause }: NotLoaded): ReactNode => {
  throw cause;
};

/**
 * A component whose chunk is loaded when it is first rendered: `lazyComponent(async () => (await
 * import('./x.tsx')).X)`. A loaded one appears at once. React's own `lazy` hides what has arrived until 300 ms after
 * anything was last suspended; on a page with a frame and a content, each in a chunk of its own, that was most of the
 * waiting time.
 * @param Meanwhile shown until the chunk has loaded, with the same properties
 * @param Failed shown if it can't be loaded, with the same properties; otherwise that throws to the nearest error boundary
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = Nothing,
  Failed: ComponentType<Props & NotLoaded> = Thrown,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async (): Promise<ComponentType<Props>> => {
    loaded ??= await load();
    return loaded;
  };
  function Lazy(props: Props): ReactNode {
    // In an object, because a setter would call a component as an updater function.
    const [shown, setShown] = useState({ Content: loaded, failure: null as { cause: unknown } | null });
    const isThere = shown.Content !== null;
    useEffect(() => {
      if (isThere) return undefined;
      let isMounted = true;
      fetch().then(
        (Content) => isMounted && startTransition(() => setShown({ Content, failure: null })),
        (cause: unknown) => isMounted && setShown({ Content: null, failure: { cause } }),
      );
      return () => {
        isMounted = false;
      };
    }, [isThere]);
    const retry = async () => {
      const Content = await fetch();
      setShown({ Content, failure: null });
    };
    if (shown.failure) return <Failed {...props} cause={shown.failure.cause} retry={retry} />;
    const Shown = shown.Content ?? Meanwhile;
    return <Shown {...props} />;
  }
  return Object.assign(Lazy, { preload: () => void fetch().catch(() => undefined) });
}
