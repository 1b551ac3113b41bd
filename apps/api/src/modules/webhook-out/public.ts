export { clearDeliveries } from './clear-up.ts';
export { createWebhookSender, maxConcurrency } from './delivery.ts';
