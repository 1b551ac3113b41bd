/** Makes scrolling content focusable, so that the arrow keys scroll it. */
export const scrolledContent = { tabIndex: 0 } as const;
