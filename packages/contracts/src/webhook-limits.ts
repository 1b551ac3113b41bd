/** How many endpoints a practice may have. */
export const maxEndpoints = 10;
/** How many finished deliveries of an endpoint are kept, and for how many days. */
export const keptDeliveries = 1000;
export const keptDeliveryDays = 30;
/** How many attempts of one delivery are kept. It has ten, and ten more for each manual retry. */
export const keptTries = 50;
/** For how many hours the previous secret signs too. */
export const oldSecretHours = 24;
/** An endpoint that has accepted nothing for so many days is disabled. */
export const failingDays = 5;
