import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** A component in a chunk of its own. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Fetches the chunk before the component is shown. A failure is reported when it is shown. */
  preload(): void;
}

const Nothing = (): ReactNode => null;

/**
 * A component whose chunk is fetched when it is first shown:
 * `lazyComponent(async () => (await import('./x.tsx')).X)`. A loaded one appears at once.
 * React's own `lazy` keeps what has arrived from sight until 300 ms after anything last waited, which on a page of a
 * frame and a content, each in its chunk, was most of the time that people waited for it.
 * @param Meanwhile shown until the chunk has loaded, with the same properties
 * @returns a component that throws to the nearest error boundary when its chunk cannot be fetched
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = Nothing,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async (): Promise<ComponentType<Props>> => {
    loaded ??= await load();
    return loaded;
  };
  function Lazy(props: Props): ReactNode {
    // Boxed: a setter would call a component as a function of the state before.
    const [shown, setShown] = useState({ Content: loaded, failure: null as { cause: unknown } | null });
    const isThere = shown.Content !== null;
    useEffect(() => {
      if (isThere) return undefined;
      let isMounted = true;
      fetch().then(
        (Content) => isMounted && setShown({ Content, failure: null }),
        (cause: unknown) => isMounted && setShown({ Content: null, failure: { cause } }),
      );
      return () => {
        isMounted = false;
      };
    }, [isThere]);
    if (shown.failure) throw shown.failure.cause;
    const Shown = shown.Content ?? Meanwhile;
    return <Shown {...props} />;
  }
  return Object.assign(Lazy, { preload: () => void fetch().catch(() => undefined) });
}
