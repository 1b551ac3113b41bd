import { statement } from './statement.ts';

/** Sets the practice of the transaction for row-level security. */
export const setPractice = statement('set_practice', 'select enter_practice($1)');
