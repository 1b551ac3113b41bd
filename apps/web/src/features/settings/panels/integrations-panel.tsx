import { ApiKeysCard } from '../../api-keys/settings/api-keys-card.tsx';
import { CalendarFeedsCard } from '../../calendar-feeds/settings/calendar-feeds-card.tsx';
import { WebhooksCard } from '../../webhooks/settings/webhooks-card.tsx';

/** API keys, webhooks and calendar feeds. */
export const IntegrationsPanel = () => (
  <div className="flex flex-col gap-4">
    <ApiKeysCard />
    <WebhooksCard />
    <CalendarFeedsCard />
  </div>
);
