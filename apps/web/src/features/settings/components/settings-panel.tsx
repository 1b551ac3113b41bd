import type { TenantRecord } from '@burrow/contracts/tenant';
import type { ComponentType, ReactNode } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Loading } from '../../../ui/loading.tsx';
import type { SettingsCategoryId } from '../categories.ts';
import { AuditPanel } from '../panels/audit-panel.tsx';
import { BookingPanel } from '../panels/booking-panel.tsx';
import { HolidaysPanel } from '../panels/holidays-panel.tsx';
import { HoursPanel } from '../panels/hours-panel.tsx';
import { MessagesPanel } from '../panels/messages-panel.tsx';
import { PracticePanel } from '../panels/practice-panel.tsx';
import { RegionalPanel } from '../panels/regional-panel.tsx';
import { SubscriptionPanel } from '../panels/subscription-panel.tsx';

const lazyPanel = (load: () => Promise<ComponentType>) => lazyComponent(load, () => <Loading />);

// Needed once or twice in the life of a practice.
const DataPanel = lazyPanel(async () => (await import('../panels/data-panel.tsx')).DataPanel);
// What belongs to other parts of the app comes in chunks of its own, when its category is opened.
const ServicesSettings = lazyPanel(
  async () => (await import('../../services/settings/services-settings.tsx')).ServicesSettings,
);
const SpeciesSettings = lazyPanel(
  async () => (await import('../../species/settings/species-settings.tsx')).SpeciesSettings,
);
const CustomFieldsSettings = lazyPanel(
  async () => (await import('../../custom-fields/settings/custom-fields-settings.tsx')).CustomFieldsSettings,
);
const TeamSettings = lazyPanel(
  async () => (await import('../../team/settings/team-settings.tsx')).TeamSettings,
);
const AccountSettings = lazyPanel(
  async () => (await import('../../session/settings/account-settings.tsx')).AccountSettings,
);
const IntegrationsPanel = lazyPanel(
  async () => (await import('../panels/integrations-panel.tsx')).IntegrationsPanel,
);

/** What is shown of each category. */
const panels: Record<SettingsCategoryId, (practice: TenantRecord) => ReactNode> = {
  practice: (practice) => <PracticePanel practice={practice} />,
  hours: (practice) => <HoursPanel practice={practice} />,
  holidays: () => <HolidaysPanel />,
  booking: (practice) => <BookingPanel practice={practice} />,
  services: () => <ServicesSettings />,
  species: () => <SpeciesSettings />,
  fields: () => <CustomFieldsSettings />,
  team: () => <TeamSettings />,
  messages: (practice) => <MessagesPanel practice={practice} />,
  integrations: () => <IntegrationsPanel />,
  regional: (practice) => <RegionalPanel practice={practice} />,
  data: () => <DataPanel />,
  subscription: () => <SubscriptionPanel />,
  account: () => <AccountSettings />,
  audit: () => <AuditPanel />,
};

/** The content of a category. */
export const SettingsPanel = ({ id, practice }: { id: SettingsCategoryId; practice: TenantRecord }) =>
  panels[id](practice);
