import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { animalRecord } from './animal.ts';
import { bookingRow } from './booking.ts';
import { listedClient } from './client.ts';
import { idList, listQuery } from './form.ts';
import { practiceStaff } from './roles.ts';
import { maxFound, maxRecent } from './search-limits.ts';

const recentIds = idList(maxRecent).optional();

export const searchActions = defineActionsIn('clients', {
  search: {
    kind: 'query',
    group: 'Practice',
    summary: `Clients, animals and their appointments from today on that match \`q\`, word by word in any order; at most ${maxFound} of each, the best matches first. Without \`q\` the records with the given ids.`,
    access: practiceStaff,
    effects: { 'animals:read': 'always', 'appointments:read': 'always' },
    input: z.object({
      q: listQuery.q.meta({
        description:
          "Words of a name, a phone number in any format, an email, an animal's breed, colour or microchip",
      }),
      client_ids: recentIds.meta({ description: 'Clients to return without `q`; unknown ids are ignored' }),
      animal_ids: recentIds.meta({ description: 'Animals to return without `q`; unknown ids are ignored' }),
      booking_ids: recentIds.meta({
        description: 'Appointments of any day to return without `q`; unknown ids are ignored',
      }),
    }),
    output: z.object({
      clients: z
        .array(
          listedClient.pick({
            id: true,
            name: true,
            email: true,
            phone: true,
            active: true,
            animal_names: true,
          }),
        )
        .meta({ description: 'Archived ones last' }),
      animals: z
        .array(
          animalRecord.pick({
            id: true,
            animal_name: true,
            species: true,
            breed: true,
            client_id: true,
            client_name: true,
            active: true,
          }),
        )
        .meta({ description: 'Archived ones last' }),
      bookings: z
        .array(
          bookingRow.pick({
            id: true,
            booking_date: true,
            booking_time: true,
            status: true,
            is_provisional: true,
            staff_accepted: true,
            client_id: true,
            client_name: true,
            animal_id: true,
            animal_name: true,
            species: true,
            service: true,
            staff_member: true,
          }),
        )
        .meta({ description: 'Soonest first; a search excludes completed and cancelled ones' }),
    }),
    errors: [],
  },
});

export type SearchResults = z.output<(typeof searchActions)['search']['output']>;
