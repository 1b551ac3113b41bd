export { fillGaps, planGaps } from './fill-gaps.ts';
export { followWithdrawnOffers } from './withdrawn-offers.ts';
