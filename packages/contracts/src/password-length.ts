/** The minimum length of a pet owner's password in characters; a practice may require more. */
export const minimumPortalPasswordLength = 6;
