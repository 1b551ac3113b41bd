import { z } from 'zod';
import { defineActions } from './action.ts';
import { id, oneOf } from './form.ts';
import { practiceStaff } from './roles.ts';
import { instant, optionalText, recordId } from './wire.ts';

export const fileEntities = ['animal', 'booking', 'client'] as const;

/** What is known of a stored file, without its content. */
export const fileRecord = z.object({
  id: recordId,
  filename: z.string(),
  file_size: z.int().meta({ description: 'Bytes' }),
  mime_type: z.string(),
  file_type: optionalText,
  entity_type: z.enum(fileEntities),
  entity_id: recordId,
  created_at: instant,
});

export const fileActions = defineActions({
  'files/by_entity': {
    kind: 'query',
    group: 'Files',
    summary: 'The files kept with an appointment, an animal or a client, newest first.',
    access: practiceStaff,
    input: z.object({ entity_type: oneOf(fileEntities), entity_id: id }),
    output: z.array(fileRecord),
    errors: ['not_found'],
  },
  'file/get': {
    kind: 'query',
    group: 'Files',
    summary: 'One file with its content.',
    access: practiceStaff,
    input: z.object({ file_id: id }),
    output: fileRecord.extend({ file_data: z.string().meta({ description: 'base64' }) }),
    errors: ['not_found'],
  },
});

export type FileRecord = z.output<typeof fileRecord>;
