/** Names what a message is about, see `ToastOptions`: the newest one about an animal replaces the one before. */
export const aboutAnimal = (id: number): string => `animal ${id}`;
