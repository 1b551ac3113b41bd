// Free of zod, so that the web app can import it: how many characters a text may have.

export const maxSearchLength = 100;
export const maxClientNameLength = 200;
export const maxPetNameLength = 100;
export const maxBreedLength = 100;
export const maxRequestNotesLength = 5000;
/** Of answers to custom fields, by the field's type. */
export const maxAnswerLength = { text: 500, textarea: 5000 } as const;
