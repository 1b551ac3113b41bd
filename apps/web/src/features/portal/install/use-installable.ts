import { useEffect } from 'react';
import { absolute, paths, portalFiles } from '../../../lib/paths.ts';

/** Adds an element to the page's head. */
function addToHead(tag: 'link' | 'meta', attributes: Record<string, string>): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.append(element);
  return element;
}

/** Its absence costs the offline page only. In development there is none. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register(absolute(portalFiles.serviceWorker), {
      scope: absolute(paths.customerHome),
      updateViaCache: 'none',
    })
    .catch((error: unknown) => console.info('The service worker could not be registered.', error));
}

/**
 * Offers the browser the portal of a practice as an app to install, under the practice's name. Does nothing while practice
 * or name are not known.
 */
export function useInstallable(tenantId: number | null, name: string): void {
  useEffect(() => {
    if (tenantId === null || name === '') return undefined;
    const added = [
      addToHead('link', { rel: 'manifest', href: absolute(portalFiles.manifest(tenantId)) }),
      addToHead('link', { rel: 'apple-touch-icon', href: absolute(portalFiles.touchIcon(tenantId)) }),
      addToHead('meta', { name: 'apple-mobile-web-app-title', content: name }),
    ];
    registerServiceWorker();
    return () => {
      for (const element of added) element.remove();
    };
  }, [tenantId, name]);
}
