import type { TenantRecord } from '@burrow/contracts/tenant';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
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

interface PanelProps {
  practice: TenantRecord;
}

/** A panel in a chunk of its own, fetched when its category is opened. */
const lazyPanel = (load: () => Promise<ComponentType<PanelProps>>) => lazyComponent(load, () => <Loading />);

const panels: Record<SettingsCategoryId, ComponentType<PanelProps>> = {
  practice: PracticePanel,
  hours: HoursPanel,
  rota: lazyPanel(async () => (await import('../../rota/settings/rota-settings.tsx')).RotaSettings),
  holidays: HolidaysPanel,
  booking: BookingPanel,
  'online-booking': lazyPanel(
    async () => (await import('../panels/online-booking-panel.tsx')).OnlineBookingPanel,
  ),
  services: lazyPanel(
    async () => (await import('../../services/settings/services-settings.tsx')).ServicesSettings,
  ),
  recalls: lazyPanel(
    async () => (await import('../../recalls/settings/recalls-settings.tsx')).RecallsSettings,
  ),
  resources: lazyPanel(
    async () => (await import('../../resources/settings/resources-settings.tsx')).ResourcesSettings,
  ),
  species: lazyPanel(
    async () => (await import('../../species/settings/species-settings.tsx')).SpeciesSettings,
  ),
  fields: lazyPanel(
    async () =>
      (await import('../../custom-fields/settings/custom-fields-settings.tsx')).CustomFieldsSettings,
  ),
  medicines: lazyPanel(
    async () => (await import('../../medicines/settings/medicines-settings.tsx')).MedicinesSettings,
  ),
  'note-templates': lazyPanel(
    async () =>
      (await import('../../note-templates/settings/note-templates-settings.tsx')).NoteTemplatesSettings,
  ),
  team: lazyPanel(async () => (await import('../../team/settings/team-settings.tsx')).TeamSettings),
  security: lazyPanel(
    async () => (await import('../../second-factor/settings/security-settings.tsx')).SecuritySettings,
  ),
  'single-sign-on': lazyPanel(
    async () =>
      (await import('../../single-sign-on/settings/single-sign-on-settings.tsx')).SingleSignOnSettings,
  ),
  messages: MessagesPanel,
  'reply-templates': lazyPanel(
    async () =>
      (await import('../../reply-templates/settings/reply-templates-settings.tsx')).ReplyTemplatesSettings,
  ),
  integrations: lazyPanel(async () => (await import('../panels/integrations-panel.tsx')).IntegrationsPanel),
  regional: RegionalPanel,
  data: lazyPanel(async () => (await import('../panels/data-panel.tsx')).DataPanel),
  subscription: SubscriptionPanel,
  account: lazyPanel(
    async () => (await import('../../session/settings/account-settings.tsx')).AccountSettings,
  ),
  audit: AuditPanel,
};

export function SettingsPanel({ id, practice }: PanelProps & { id: SettingsCategoryId }) {
  const Panel = panels[id];
  return <Panel practice={practice} />;
}
