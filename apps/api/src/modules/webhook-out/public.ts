export { clearDeliveries } from './clear-up.ts';
export { createWebhookSender, mostAtOnce } from './delivery.ts';
