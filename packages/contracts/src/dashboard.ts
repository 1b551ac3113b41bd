import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { practiceStaff } from './roles.ts';
import { money } from './wire.ts';

export const dashboardActions = defineActionsIn('reports', {
  'admin/dashboard/stats': {
    kind: 'query',
    group: 'Practice',
    summary:
      "The dashboard's counts, by the practice's clock. Revenue is null for staff when the practice hides it from them.",
    access: practiceStaff,
    input: z.object({}),
    output: z.object({
      todayAppointments: z.int(),
      totalClients: z.int(),
      monthlyRevenue: money.nullable().meta({ description: "This month's payments less refunds and voids" }),
      activePatients: z.int(),
      totalAnimals: z.int(),
      pendingBookings: z.int().meta({
        description:
          'Appointments that their clients see as awaiting confirmation: requests to answer, and what is still to be confirmed from today on',
      }),
    }),
    errors: [],
  },
});
