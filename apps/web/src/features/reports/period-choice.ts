import type { InputOf } from '../../lib/api.ts';

/** The period that a page of figures is shown for, as its actions take it. */
export type PeriodChoice = Required<Pick<InputOf<'reports/dashboard_overview'>, 'period'>> &
  Pick<InputOf<'reports/dashboard_overview'>, 'start_date' | 'end_date'>;
