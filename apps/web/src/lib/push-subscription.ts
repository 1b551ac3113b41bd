import { absolute, paths } from './paths.ts';

/** The push subscription of this browser, which all portals of the installation share; null without one. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration(absolute(paths.customerHome));
  return (await registration?.pushManager?.getSubscription()) ?? null;
}
