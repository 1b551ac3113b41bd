import type { TenantRecord } from '@burrow/contracts/tenant';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { standingText } from '../../subscription/standing.ts';
import type { SettingsCategoryId } from '../categories.ts';
import { AuditPanel } from '../panels/audit-panel.tsx';
import { BookingPanel } from '../panels/booking-panel.tsx';
import { HolidaysPanel } from '../panels/holidays-panel.tsx';
import { HoursPanel } from '../panels/hours-panel.tsx';
import { MessagesPanel } from '../panels/messages-panel.tsx';
import { PracticePanel } from '../panels/practice-panel.tsx';
import { RegionalPanel } from '../panels/regional-panel.tsx';

/** The subscription in brief, with a link to its page. */
function SubscriptionPanel() {
  const formats = useFormats();
  const query = useQuery(actionQuery('subscription/status', {}));
  return (
    <Card>
      <QueryView query={query} skeleton={<SkeletonRows rows={1} />} failure="Couldn’t load the subscription">
        {(data) => (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-60">{standingText(data, formats.date)}</p>
            <ButtonLink to={paths.subscription}>View subscription</ButtonLink>
          </div>
        )}
      </QueryView>
    </Card>
  );
}

const lazyPanel = (load: () => Promise<ComponentType>) => lazyComponent(load, () => <Loading />);

// Needed once or twice in the life of a practice.
const DataPanel = lazyPanel(async () => (await import('../panels/data-panel.tsx')).DataPanel);
// Panels of other features are in chunks of their own, fetched when their category is opened.
const ServicesSettings = lazyPanel(
  async () => (await import('../../services/settings/services-settings.tsx')).ServicesSettings,
);
const ResourcesSettings = lazyPanel(
  async () => (await import('../../resources/settings/resources-settings.tsx')).ResourcesSettings,
);
const SpeciesSettings = lazyPanel(
  async () => (await import('../../species/settings/species-settings.tsx')).SpeciesSettings,
);
const CustomFieldsSettings = lazyPanel(
  async () => (await import('../../custom-fields/settings/custom-fields-settings.tsx')).CustomFieldsSettings,
);
const RotaSettings = lazyPanel(
  async () => (await import('../../rota/settings/rota-settings.tsx')).RotaSettings,
);
const TeamSettings = lazyPanel(
  async () => (await import('../../team/settings/team-settings.tsx')).TeamSettings,
);
const SecuritySettings = lazyComponent(
  async () => (await import('../../second-factor/settings/security-settings.tsx')).SecuritySettings,
  () => <Loading />,
);
const SingleSignOnSettings = lazyPanel(
  async () =>
    (await import('../../single-sign-on/settings/single-sign-on-settings.tsx')).SingleSignOnSettings,
);
const AccountSettings = lazyPanel(
  async () => (await import('../../session/settings/account-settings.tsx')).AccountSettings,
);
const IntegrationsPanel = lazyPanel(
  async () => (await import('../panels/integrations-panel.tsx')).IntegrationsPanel,
);

const panels: Record<SettingsCategoryId, (practice: TenantRecord) => ReactNode> = {
  practice: (practice) => <PracticePanel practice={practice} />,
  hours: (practice) => <HoursPanel practice={practice} />,
  rota: () => <RotaSettings />,
  holidays: () => <HolidaysPanel />,
  booking: (practice) => <BookingPanel practice={practice} />,
  services: () => <ServicesSettings />,
  resources: () => <ResourcesSettings />,
  species: () => <SpeciesSettings />,
  fields: () => <CustomFieldsSettings />,
  team: () => <TeamSettings />,
  security: (practice) => <SecuritySettings practice={practice} />,
  'single-sign-on': () => <SingleSignOnSettings />,
  messages: (practice) => <MessagesPanel practice={practice} />,
  integrations: () => <IntegrationsPanel />,
  regional: (practice) => <RegionalPanel practice={practice} />,
  data: () => <DataPanel />,
  subscription: () => <SubscriptionPanel />,
  account: () => <AccountSettings />,
  audit: () => <AuditPanel />,
};

export const SettingsPanel = ({ id, practice }: { id: SettingsCategoryId; practice: TenantRecord }) =>
  panels[id](practice);
