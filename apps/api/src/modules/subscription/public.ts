export { syncSubscription } from './sync.ts';
