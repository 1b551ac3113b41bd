import type { InputOf } from '../../../lib/api.ts';

/** Whether this browser can show notifications of the portal. An iPhone can once the portal is on its home screen. */
export const canUsePush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscription(publicKey: string): Promise<PushSubscription> {
  // Without one, `ready` would wait for ever.
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('There is no service worker.');
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const former = await pushManager.getSubscription();
    if (former === null) throw error;
    // Made with a former key of the server.
    await former.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Asks for permission, then subscribes this browser. Null when the person or the browser doesn't allow it. */
export async function subscribeBrowser(publicKey: string): Promise<InputOf<'cp/push/subscribe'> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { endpoint, keys } = (await subscription(publicKey)).toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}
