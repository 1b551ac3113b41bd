/** For what fills a place that scrolls: with the focus on it the arrow keys scroll. */
export const scrolledContent = { tabIndex: 0 } as const;
