import { z } from 'zod';
import { defineActions } from './action.ts';
import { id, listQuery } from './form.ts';
import { practiceStaff } from './roles.ts';
import { flag, instant, optionalText, recordId } from './wire.ts';

/** A pet owner as the practice knows them. */
export const clientRecord = z.object({
  id: recordId,
  name: z.string(),
  email: optionalText,
  phone: optionalText,
  address: optionalText,
  notes: optionalText,
  likes_sms: flag,
  likes_email: flag,
  active: flag,
  created_at: instant,
});

export const clientActions = defineActions({
  clients: {
    kind: 'query',
    group: 'Clients',
    summary:
      "The practice's clients by name. `q` matches name, email, phone or address; `limit` and `cursor` (the last row's id) page through them.",
    access: practiceStaff,
    input: z.object(listQuery),
    output: z.array(clientRecord),
    errors: [],
  },
  'clients/count': {
    kind: 'query',
    group: 'Clients',
    summary: 'How many clients the practice has, and how many of them match `q`.',
    access: practiceStaff,
    input: z.object({ q: listQuery.q }),
    output: z.object({ total: z.int(), matching: z.int() }),
    errors: [],
  },
  client: {
    kind: 'query',
    group: 'Clients',
    summary: 'One client.',
    access: practiceStaff,
    input: z.object({ client_id: id }),
    output: clientRecord,
    errors: ['not_found'],
  },
});

export type ClientRecord = z.output<typeof clientRecord>;
