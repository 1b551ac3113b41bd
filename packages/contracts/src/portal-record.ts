import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { entryRecord } from './entry-fields.ts';
import { formInt, id, text } from './form.ts';
import { customers } from './roles.ts';
import { documentFile } from './wire.ts';

const group = 'Portal';

/** An entry as its client sees it: without what only the practice needs. */
const portalEntry = entryRecord.omit({
  state: true,
  locks_at: true,
  may_change: true,
  version: true,
  client_key: true,
  author_id: true,
  shared: true,
  struck_at: true,
  struck_by: true,
  struck_reason: true,
});

export const portalRecordActions = defineActionsIn(null, {
  'cp/record': {
    kind: 'query',
    group,
    summary:
      'The health record of one of the caller’s pets, newest first: vaccinations, prescriptions, and what the practice shared. Remarks and addenda only of what it shared.',
    access: customers,
    input: z.object({
      animal_id: id,
      limit: formInt(1, 100).default(30),
      cursor: text(100).optional().meta({ description: 'next_cursor of the previous page' }),
    }),
    output: z.object({ entries: z.array(portalEntry), next_cursor: z.string().nullable() }),
    errors: ['not_found'],
    limit: [perCaller(60)],
  },
  'cp/vaccination_certificate': {
    kind: 'query',
    group,
    summary: 'The vaccinations of one of the caller’s pets as a certificate in PDF.',
    access: customers,
    input: z.object({ animal_id: id }),
    output: documentFile,
    errors: ['not_found'],
    returns: 'pdf',
    limit: [perCaller(20)],
  },
  'cp/prescription_pdf': {
    kind: 'query',
    group,
    summary: 'A prescription of one of the caller’s pets as a PDF.',
    access: customers,
    input: z.object({ entry_id: id }),
    output: documentFile,
    errors: ['not_found'],
    returns: 'pdf',
    limit: [perCaller(20)],
  },
});

export type PortalEntry = z.output<typeof portalEntry>;
