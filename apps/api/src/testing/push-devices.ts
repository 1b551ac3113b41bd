import type { SessionKey } from '../../../../packages/dev/src/factory-people.ts';
import type { useTestApi } from './harness.ts';

/** The settings of web push, with the key pair of the number 1, for push services on this machine. */
export const pushSettings = {
  VAPID_PUBLIC_KEY: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  VAPID_PRIVATE_KEY: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE',
  VAPID_SUBJECT: 'mailto:it@burrow.example',
  WEBHOOKS_TO_PRIVATE_NETWORKS: 'on',
};

/** What a device gets in a notification. */
export interface PushPayload {
  title: string;
  body: string;
  tenant_id: number;
  booking_id: number | null;
  receipt: string;
}

/** Devices of pet owners, which subscribe to the stand-in push service. */
export function pushDevices(api: ReturnType<typeof useTestApi>) {
  let count = 0;
  /** A browser that has subscribed, before the practice knows of it. */
  const browser = () => {
    count += 1;
    const label = `device-${count}`;
    const subscription = api.sandbox.push.subscribe(api.sandbox.url, pushSettings.VAPID_PUBLIC_KEY, label);
    return { label, subscription, input: { endpoint: subscription.endpoint, ...subscription.keys } };
  };
  return {
    browser,
    /** Turns notifications on for a new browser. */
    subscribed: async (caller: SessionKey) => {
      const made = browser();
      const { status } = await api.call('cp/push/subscribe', made.input, caller);
      if (status !== 200) throw new Error(`cp/push/subscribe answered ${status}.`);
      return made;
    },
    /** What a device has got. */
    shownOn: (label: string): PushPayload[] =>
      api.sandbox.inbox.messages(label).map(({ body }) => JSON.parse(body) as PushPayload),
  };
}
