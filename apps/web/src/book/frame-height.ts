/** What the script on the other site says first, and what the page answers. */
export const frameMessages = { hello: 'burrow:hello', height: 'burrow:height' } as const;

/** Tells the site around the frame how high the page is, from the moment it asks: only a site of the practice gets an answer. */
export function tellHeight(page: HTMLElement, sites: readonly string[]): void {
  const allowed = new Set([...sites, window.location.origin]);
  let site: string | null = null;
  const tell = () => {
    if (site === null) return;
    const height = Math.ceil(page.getBoundingClientRect().height);
    window.parent.postMessage({ type: frameMessages.height, height }, site);
  };
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    const isHello =
      typeof data === 'object' && data !== null && 'type' in data && data.type === frameMessages.hello;
    if (source !== window.parent || !isHello || !allowed.has(origin)) return;
    site = origin;
    tell();
  });
  new ResizeObserver(tell).observe(page);
}
