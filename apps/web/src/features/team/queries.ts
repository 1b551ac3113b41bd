import { actionQuery } from '../../lib/query.ts';

/** Everyone who works at the practice, with those invited and those disabled. */
export const teamQuery = actionQuery('team', {});

/** A person's open sessions in this practice. */
export const memberSessionsQuery = (staffId: number) => actionQuery('team/sessions', { staff_id: staffId });
