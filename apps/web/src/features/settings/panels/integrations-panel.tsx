import { ApiKeysCard } from '../../api-keys/settings/api-keys-card.tsx';

/** What connects the practice with other programs. */
export const IntegrationsPanel = () => (
  <div className="flex flex-col gap-4">
    <ApiKeysCard />
  </div>
);
