/** SQL: the due date `d` is overdue on the day $3 or due within 30 days, and has no appointment. */
export const isDueSoon = `d.state in ('due', 'told') and d.due_on <= $3::date + 30`;

/** SQL: '1' if the due date `d` is before the day $3. */
export const isOverdue = `case when d.due_on < $3::date then '1' else '0' end`;
