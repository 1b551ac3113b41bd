import type { TenantRecord } from '@burrow/contracts/tenant';
import { lazy, type ReactNode } from 'react';
import type { SettingsCategoryId } from '../categories.ts';
import { AuditPanel } from '../panels/audit-panel.tsx';
import { BookingPanel } from '../panels/booking-panel.tsx';
import { HolidaysPanel } from '../panels/holidays-panel.tsx';
import { HoursPanel } from '../panels/hours-panel.tsx';
import { MessagesPanel } from '../panels/messages-panel.tsx';
import { PracticePanel } from '../panels/practice-panel.tsx';
import { RegionalPanel } from '../panels/regional-panel.tsx';
import { SubscriptionPanel } from '../panels/subscription-panel.tsx';

// What belongs to other parts of the app comes in chunks of its own, when its category is opened.
const ServicesSettings = lazy(async () => ({
  default: (await import('../../services/settings/services-settings.tsx')).ServicesSettings,
}));
const SpeciesSettings = lazy(async () => ({
  default: (await import('../../species/settings/species-settings.tsx')).SpeciesSettings,
}));
const CustomFieldsSettings = lazy(async () => ({
  default: (await import('../../custom-fields/settings/custom-fields-settings.tsx')).CustomFieldsSettings,
}));
const TeamSettings = lazy(async () => ({
  default: (await import('../../team/settings/team-settings.tsx')).TeamSettings,
}));
const AccountSettings = lazy(async () => ({
  default: (await import('../../session/settings/account-settings.tsx')).AccountSettings,
}));

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
  regional: (practice) => <RegionalPanel practice={practice} />,
  subscription: () => <SubscriptionPanel />,
  account: () => <AccountSettings />,
  audit: () => <AuditPanel />,
};

/** The content of a category. */
export const SettingsPanel = ({ id, practice }: { id: SettingsCategoryId; practice: TenantRecord }) =>
  panels[id](practice);
