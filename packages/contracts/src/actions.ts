import { absenceActions } from './absence.ts';
import type { Action, ActionInput, ActionOutput, ActionParsedInput } from './action.ts';
import { animalActions } from './animal.ts';
import { apiKeyActions } from './api-key.ts';
import { sessionActions } from './session.ts';
import { attendanceActions } from './attendance.ts';
import { bookingActions } from './booking-actions.ts';
import { bookingPageActions } from './booking-page.ts';
import { bookingChangeActions } from './booking-change.ts';
import { clientLinkActions } from './client-link.ts';
import { clientActions } from './client.ts';
import { codeSignInActions } from './code-sign-in.ts';
import { conversationActions } from './conversation.ts';
import { dataProtectionActions } from './data-protection.ts';
import { dashboardActions } from './dashboard.ts';
import { entryActions } from './entry.ts';
import { fileActions } from './file.ts';
import { serviceActions } from './service.ts';
import { auditLogActions } from './audit-log.ts';
import { careActions } from './care.ts';
import { customFieldActions } from './custom-field.ts';
import { notificationActions } from './notification.ts';
import { messageActions } from './message.ts';
import { paymentActions } from './payment.ts';
import { medicineActions } from './medicine.ts';
import { noteTemplateActions } from './note-template.ts';
import { portalAccessActions } from './portal-access.ts';
import { portalBookingActions } from './portal-booking.ts';
import { portalBookingChangeActions } from './portal-booking-change.ts';
import { portalPasskeyActions } from './portal-passkey.ts';
import { portalPushActions } from './portal-push.ts';
import { portalPaymentActions } from './portal-payment.ts';
import { portalRecordActions } from './portal-record.ts';
import { portalWaitlistActions } from './portal-waitlist.ts';
import { portalActions } from './portal.ts';
import { portalCareActions } from './portal-care.ts';
import { recallActions } from './recall.ts';
import { replyTemplateActions } from './reply-template.ts';
import { reportActions } from './report.ts';
import { resourceActions } from './resource.ts';
import { installationActions } from './installation.ts';
import { calendarFeedActions } from './calendar-feed.ts';
import { dayNoteActions } from './day-note.ts';
import { diaryActions } from './diary.ts';
import { holidayActions } from './holiday.ts';
import { importActions } from './import.ts';
import { messageTemplateActions } from './message-template.ts';
import { rotaConflictActions } from './rota-conflict.ts';
import { rotaActions } from './rota.ts';
import { searchActions } from './search.ts';
import { secondFactorActions } from './second-factor.ts';
import { singleSignOnActions } from './single-sign-on.ts';
import { speciesActions } from './species.ts';
import { subscriptionActions } from './subscription.ts';
import { superadminActions } from './superadmin.ts';
import { teamActions } from './team.ts';
import { tenantActions } from './tenant.ts';
import { waitlistActions } from './waitlist.ts';
import { webhookActions } from './webhook.ts';

/** Every action of the API by its name, which is its address: `POST /api/<name>`. */
const actions = {
  ...sessionActions,
  ...secondFactorActions,
  ...singleSignOnActions,
  ...tenantActions,
  ...dashboardActions,
  ...searchActions,
  ...bookingActions,
  ...attendanceActions,
  ...waitlistActions,
  ...careActions,
  ...recallActions,
  ...bookingChangeActions,
  ...serviceActions,
  ...resourceActions,
  ...clientActions,
  ...animalActions,
  ...entryActions,
  ...medicineActions,
  ...noteTemplateActions,
  ...fileActions,
  ...teamActions,
  ...superadminActions,
  ...installationActions,
  ...speciesActions,
  ...messageTemplateActions,
  ...replyTemplateActions,
  ...diaryActions,
  ...dayNoteActions,
  ...holidayActions,
  ...rotaActions,
  ...absenceActions,
  ...rotaConflictActions,
  ...calendarFeedActions,
  ...customFieldActions,
  ...auditLogActions,
  ...notificationActions,
  ...portalAccessActions,
  ...portalPasskeyActions,
  ...portalPushActions,
  ...codeSignInActions,
  ...clientLinkActions,
  ...bookingPageActions,
  ...portalActions,
  ...portalBookingActions,
  ...portalBookingChangeActions,
  ...portalPaymentActions,
  ...portalWaitlistActions,
  ...portalCareActions,
  ...portalRecordActions,
  ...paymentActions,
  ...subscriptionActions,
  ...messageActions,
  ...conversationActions,
  ...reportActions,
  ...apiKeyActions,
  ...importActions,
  ...dataProtectionActions,
  ...webhookActions,
};

export type Actions = typeof actions;
export type ActionName = keyof Actions;
/** What a caller of the action sends. */
export type InputOf<Name extends ActionName> = ActionInput<Actions[Name]>;
/** What its handler receives. */
export type ParsedInputOf<Name extends ActionName> = ActionParsedInput<Actions[Name]>;
/** What its caller receives. */
export type OutputOf<Name extends ActionName> = ActionOutput<Actions[Name]>;

/** The declaration of an action, widened for code that handles all of them. */
export const actionNamed = (name: ActionName): Action => actions[name];
export const actionNames = Object.keys(actions) as ActionName[];
