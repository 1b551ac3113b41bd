// The service worker of the portal. It shows notifications, and answers for one thing: a page of the portal while the server can't
// be reached. Pages, scripts and API answers always come from the server, so it can hold back no new version and keeps nothing
// personal.

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
interface PushMessageEvent extends LifecycleEvent {
  data: { json: () => unknown } | null;
}
interface ClickEvent extends LifecycleEvent {
  notification: Notification;
}
interface Tab {
  url: string;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown, transfer: readonly MessagePort[]) => void;
}
interface WorkerScope {
  location: { href: string };
  registration: ServiceWorkerRegistration;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly Tab[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install' | 'activate', listener: (event: LifecycleEvent) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void) &
    ((type: 'push', listener: (event: PushMessageEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: ClickEvent) => void) => void);
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

/** A message of a practice, as the server sends it. */
interface Message {
  title: string;
  body: string;
  tenant_id: number;
  /** The appointment or the recall that it is about; neither for another matter. */
  booking_id: number | null;
  recall_id: number | null;
  /** The same each time that the message is sent. A message of an earlier server has none. */
  tag?: string;
  receipt: string;
}

/** The page of the portal that a message is about. */
function pageOf({ tenant_id: tenantId, booking_id: bookingId, recall_id: recallId }: Message): string {
  // A message of an earlier server has none.
  if (typeof recallId === 'number') return `/app/cp/reminders?recall=${recallId}&tenant=${tenantId}`;
  return `/app/cp/${bookingId === null ? 'bookings' : `booking/${bookingId}`}?tenant=${tenantId}`;
}

/** Shows a message, and reports it: otherwise the server sends it as a text. */
async function showMessage(message: Message): Promise<void> {
  const { title, body, tenant_id: tenantId, tag, receipt } = message;
  await worker.registration.showNotification(title, {
    body,
    // A message that is sent again replaces itself.
    tag: tag ?? receipt,
    icon: `/app/cp/practice/${tenantId}/icon-192.png`,
    data: pageOf(message),
  });
  await fetch('/api/cp/push/shown', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenant_id: tenantId, receipt }),
  });
}

/** How long a tab has to answer; a suspended one doesn't. */
const answerMs = 500;

/** Asks a tab to open a page of the portal. @returns whether it does: it has the page, or nothing that could be lost */
const opensIn = (tab: Tab, href: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data === true));
    port1.start();
    setTimeout(() => resolve(false), answerMs);
    tab.postMessage({ open: href }, [port2]);
  });

/**
 * Shows a page of the portal: in an open tab of the portal, or else in a new one. The tabs are asked, because the url here is
 * the one that they were loaded with.
 */
async function openPortal(path: string): Promise<void> {
  const { href } = new URL(path, worker.location.href);
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const tab of tabs.filter(({ url }) => url.startsWith(worker.registration.scope)))
    if (await opensIn(tab, href)) return void (await tab.focus());
  await worker.clients.openWindow(href);
}

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showMessage(event.data.json() as Message));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPortal(String(event.notification.data)));
});
