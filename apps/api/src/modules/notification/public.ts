export {
  notify,
  notifyCancelled,
  notifyOfDeposit,
  notifyOfFreedTime,
  notifyOfText,
  notifyOfWebhook,
  tellScreens,
} from './service.ts';
