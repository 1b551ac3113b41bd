/** How many endpoints a practice may have. */
export const mostEndpoints = 10;
/** How many finished deliveries of an endpoint are kept, and for how many days. */
export const keptDeliveries = 1000;
export const keptDeliveryDays = 30;
/** How many tries of one delivery are kept. It has ten, and as many again whenever somebody asks for it once more. */
export const keptTries = 50;
/** For how many hours the secret before the last one signs too. */
export const oldSecretHours = 24;
/** An endpoint that has taken nothing for so many days is turned off. */
export const failingDays = 5;
