export {
  notify,
  notifyCancelled,
  notifyOfDeposit,
  notifyOfText,
  notifyOfWebhook,
  tellScreens,
} from './service.ts';
