export {
  notify,
  notifyCancelled,
  notifyOfClient,
  notifyOfDeposit,
  notifyOfFreedTime,
  notifyOfWebhook,
  tellScreens,
} from './service.ts';
