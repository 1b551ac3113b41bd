import type { dashboardActions } from '@burrow/contracts/dashboard';
import type { Handlers } from '../../context/handlers.ts';
import { dashboardStats } from './read-model.ts';

export const dashboardHandlers: Handlers<typeof dashboardActions> = {
  'admin/dashboard/stats': (ctx) => dashboardStats(ctx),
};
