import { useEffect, useSyncExternalStore } from 'react';
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

/** The browser's offer to install the page; Chromium's alone. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event;

/** The offer of the practice that is open; the browser makes it once. */
let offered: InstallPrompt | null = null;
const watching = new Set<() => void>();

function setOffered(next: InstallPrompt | null): void {
  offered = next;
  for (const tell of watching) tell();
}

/** Keeps the browser's offer for the portal's own card, in place of the browser's bar. */
function keepOffer(event: Event): void {
  if (!isPrompt(event)) return;
  event.preventDefault();
  setOffered(event);
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
    window.addEventListener('beforeinstallprompt', keepOffer);
    return () => {
      window.removeEventListener('beforeinstallprompt', keepOffer);
      setOffered(null);
      for (const element of added) element.remove();
    };
  }, [tenantId, name]);
}

function watch(tell: () => void): () => void {
  watching.add(tell);
  return () => watching.delete(tell);
}

/** The browser's offer to install the portal; null while it makes none. */
export const useInstallPrompt = (): InstallPrompt | null => useSyncExternalStore(watch, () => offered);
