/** What the product asks of a pet owner's password, in characters; a practice may ask for more. */
export const minimumPortalPasswordLength = 6;
