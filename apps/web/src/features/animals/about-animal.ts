/** The subject of messages about an animal, see `ToastOptions`: a new message replaces the previous one. */
export const aboutAnimal = (id: number): string => `animal ${id}`;
