import { dueSoonDays } from '@burrow/contracts/care-limits';

/** SQL: the due date `d` is overdue on the day `today` or due soon, and has no appointment. */
export const isDueSoon = (today: string): string =>
  `d.state in ('due', 'told') and d.due_on <= ${today}::date + ${dueSoonDays}`;

/** SQL: '1' if the due date `d` is before the day `today`. */
export const isOverdue = (today: string): string =>
  `case when d.due_on < ${today}::date then '1' else '0' end`;
