/** Marks a special day of a calendar. */
export interface DayMark {
  kind: 'closed' | 'holiday' | 'full';
  /** In words, for the tooltip and the screen reader. */
  note: string;
}

/** The mark under a day, drawn as `::after`. Each has its own shape, so that colour is not the only difference. */
export const markClass: Record<DayMark['kind'], string> = {
  closed: 'after:rounded-full after:bg-attention',
  holiday: 'after:rotate-45 after:rounded-[1px] after:bg-holiday',
  full: 'after:rounded-full after:border after:border-ink-soft aria-selected:after:border-on-brand',
};
