export { forgetOldNotifications } from './repository.ts';
export {
  notify,
  notifyCancelled,
  notifyOfClient,
  notifyOfDeposit,
  notifyOfFreedTime,
  notifyOfWebhook,
  tellScreens,
} from './service.ts';
