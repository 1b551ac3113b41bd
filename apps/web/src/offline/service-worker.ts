// The service worker of the portal. It answers for one thing: a page of the portal while the server can't be reached. Pages,
// scripts and API answers always come from the server, so it can hold back no new version and keeps nothing personal.

/** The offline page, the files that it needs, and a name that changes with them; set by the build. */
declare const __OFFLINE__: { page: string; files: readonly string[]; version: string };

interface LifecycleEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends LifecycleEvent {
  request: Request;
  /** The browser's own request for the page, begun while this script started. */
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install' | 'activate', listener: (event: LifecycleEvent) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void);
}

const worker = globalThis as unknown as WorkerScope;
const prefix = 'portal-offline-';
const { page, files, version } = __OFFLINE__;
const cacheName = prefix + version;
/** When the request that Firefox begins early fails, it shows its own error page instead of this script's answer. */
const canPreload = !navigator.userAgent.includes('Firefox/');

async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([page, ...files].map((file) => new Request(file, { cache: 'reload' })));
  // The next page already gets this version.
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  const former = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(former.map((name) => caches.delete(name)));
  const preload = worker.registration.navigationPreload;
  // Off explicitly: a former version may have turned it on.
  await (canPreload ? preload?.enable() : preload?.disable());
  await worker.clients.claim();
}

/** A proxy in front of the server answers with these while it restarts. */
const isDown = ({ status }: Response): boolean => status >= 502 && status <= 504;

async function openPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const offline = () => caches.match(page);
  try {
    const response = (await preloadResponse) ?? (await fetch(request));
    return isDown(response) ? ((await offline()) ?? response) : response;
  } catch {
    return (await offline()) ?? Response.error();
  }
}

const isOfOfflinePage = ({ url }: Request): boolean => files.includes(new URL(url).pathname);

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(openPage(event));
  else if (isOfOfflinePage(request)) {
    event.respondWith(caches.match(request.url).then((file) => file ?? fetch(request)));
  }
});
