import type { SessionKey } from '../../../../packages/dev/src/factory-people.ts';
import type { useTestApi } from './harness.ts';

/** The settings of web push, with push services on this machine. */
export const pushSettings = { WEB_PUSH: 'on', WEB_PUSH_TO_PRIVATE_NETWORKS: 'on' };

/** What a device gets in a notification. */
export interface PushPayload {
  title: string;
  body: string;
  tenant_id: number;
  booking_id: number | null;
  recall_id: number | null;
  tag: string;
  receipt: string;
}

/** Devices of pet owners, which subscribe to the stand-in push service. */
export function pushDevices(api: ReturnType<typeof useTestApi>) {
  let count = 0;
  /** A browser that has subscribed, before the practice knows of it. */
  const browser = () => {
    count += 1;
    const label = `device-${count}`;
    const subscription = api.sandbox.push.subscribe(api.sandbox.url, api.deps.push.publicKey ?? '', label);
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
