import type { AllHandlers } from './context/handlers.ts';
import { animalHandlers } from './modules/animal/actions.ts';
import { apiKeyHandlers } from './modules/api-key/actions.ts';
import { attendanceHandlers, bookingHandlers } from './modules/booking/actions.ts';
import { bookingPageHandlers } from './modules/booking-page/actions.ts';
import { bookingChangeHandlers, portalBookingChangeHandlers } from './modules/booking-change/actions.ts';
import { clientHandlers } from './modules/client/actions.ts';
import { clientLinkHandlers } from './modules/client-link/actions.ts';
import { conversationHandlers } from './modules/conversation/actions.ts';
import { clientErasureHandlers } from './modules/client-erasure/actions.ts';
import { dataExportHandlers } from './modules/data-export/actions.ts';
import { dashboardHandlers } from './modules/dashboard/actions.ts';
import { entryHandlers, portalRecordHandlers } from './modules/entry/actions.ts';
import { fileHandlers } from './modules/file/actions.ts';
import { resourceHandlers } from './modules/resource/actions.ts';
import { serviceHandlers } from './modules/service/actions.ts';
import { sessionHandlers } from './modules/session/actions.ts';
import { secondFactorHandlers } from './modules/second-factor/actions.ts';
import { auditLogHandlers } from './modules/audit-log/actions.ts';
import { customFieldHandlers } from './modules/custom-field/actions.ts';
import { portalBookingHandlers } from './modules/portal/booking-actions.ts';
import { depositHandlers } from './modules/deposit/actions.ts';
import { messageHandlers } from './modules/message/actions.ts';
import { paymentHandlers } from './modules/payment/actions.ts';
import { subscriptionHandlers } from './modules/subscription/actions.ts';
import { replyTemplateHandlers } from './modules/reply-template/actions.ts';
import { reportHandlers } from './modules/report/actions.ts';
import { noteTemplateHandlers } from './modules/note-template/actions.ts';
import { notificationHandlers } from './modules/notification/actions.ts';
import { portalAccessHandlers } from './modules/portal-access/actions.ts';
import { portalPushHandlers } from './modules/portal-push/actions.ts';
import { portalPasskeyHandlers } from './modules/portal-passkey/actions.ts';
import { portalSignUpHandlers } from './modules/portal-sign-up/actions.ts';
import { portalHandlers } from './modules/portal/actions.ts';
import { calendarFeedHandlers } from './modules/calendar-feed/actions.ts';
import { dayNoteHandlers } from './modules/day-note/actions.ts';
import { diaryHandlers } from './modules/diary/actions.ts';
import { holidayHandlers } from './modules/holiday/actions.ts';
import { importHandlers } from './modules/import/actions.ts';
import { medicineHandlers } from './modules/medicine/actions.ts';
import { messageTemplateHandlers } from './modules/message-template/actions.ts';
import { rotaHandlers } from './modules/rota/actions.ts';
import { searchHandlers } from './modules/search/actions.ts';
import { singleSignOnHandlers } from './modules/single-sign-on/actions.ts';
import { speciesHandlers } from './modules/species/actions.ts';
import { superadminHandlers } from './modules/superadmin/actions.ts';
import { installationHandlers } from './modules/installation/actions.ts';
import { teamHandlers } from './modules/team/actions.ts';
import { tenantHandlers } from './modules/tenant/actions.ts';
import { careHandlers } from './modules/care/actions.ts';
import { portalCareHandlers, recallHandlers } from './modules/recall/actions.ts';
import { portalWaitlistHandlers, waitlistHandlers } from './modules/waitlist/actions.ts';
import { webhookHandlers } from './modules/webhook-out/actions.ts';

/** The handler of every declared action; the compiler refuses a missing or an extra one. */
export const handlers: AllHandlers = {
  ...sessionHandlers,
  ...secondFactorHandlers,
  ...singleSignOnHandlers,
  ...tenantHandlers,
  ...dashboardHandlers,
  ...searchHandlers,
  ...bookingHandlers,
  ...attendanceHandlers,
  ...waitlistHandlers,
  ...careHandlers,
  ...recallHandlers,
  ...portalCareHandlers,
  ...bookingChangeHandlers,
  ...serviceHandlers,
  ...resourceHandlers,
  ...clientHandlers,
  ...animalHandlers,
  ...entryHandlers,
  ...medicineHandlers,
  ...noteTemplateHandlers,
  ...fileHandlers,
  ...teamHandlers,
  ...superadminHandlers,
  ...installationHandlers,
  ...speciesHandlers,
  ...messageTemplateHandlers,
  ...replyTemplateHandlers,
  ...diaryHandlers,
  ...dayNoteHandlers,
  ...holidayHandlers,
  ...rotaHandlers,
  ...importHandlers,
  ...calendarFeedHandlers,
  ...customFieldHandlers,
  ...auditLogHandlers,
  ...notificationHandlers,
  ...portalAccessHandlers,
  ...portalPasskeyHandlers,
  ...portalPushHandlers,
  ...portalSignUpHandlers,
  ...clientLinkHandlers,
  ...bookingPageHandlers,
  ...portalHandlers,
  ...portalBookingHandlers,
  ...portalBookingChangeHandlers,
  ...depositHandlers,
  ...portalWaitlistHandlers,
  ...portalRecordHandlers,
  ...paymentHandlers,
  ...subscriptionHandlers,
  ...messageHandlers,
  ...conversationHandlers,
  ...reportHandlers,
  ...apiKeyHandlers,
  ...dataExportHandlers,
  ...clientErasureHandlers,
  ...webhookHandlers,
};
