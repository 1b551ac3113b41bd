import { z } from 'zod';
import { entryKinds, entryRecord } from './entry-fields.ts';
import { oneOf } from './form.ts';
import { day, flag, instant, optionalText, recordId } from './wire.ts';

/** What the timeline of an animal shows. */
export const timelineKinds = [...entryKinds, 'visit', 'weight', 'file', 'message'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Kinds: a list in JSON, or text with commas between. */
export const timelineKindList = z
  .preprocess(
    (value: string | readonly string[]): unknown =>
      typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value,
    z.array(oneOf(timelineKinds)).min(1).max(timelineKinds.length),
  )
  .meta({ description: 'Kinds separated by commas, or a list of them; all when omitted', example: ['note'] });

/** An item of the timeline; `kind` says which of the parts is there. */
export const timelineItem = z.object({
  kind: z.enum(timelineKinds),
  id: recordId.meta({ description: 'Id of the entry, appointment, weight, file or message' }),
  at: instant,
  entry: entryRecord.nullable(),
  visit: z
    .object({
      booking_id: recordId,
      status: z.string(),
      service: optionalText,
      staff_member: optionalText,
      notes: optionalText.meta({ description: 'Visible to the client' }),
      staff_notes: optionalText,
      did_not_attend: flag,
    })
    .nullable(),
  weight: z
    .object({ weight: z.string().meta({ description: 'Kilograms', example: '12.4' }), measured_on: day })
    .nullable(),
  file: z
    .object({
      file_id: recordId,
      filename: z.string(),
      mime_type: z.string(),
      file_size: z.int(),
      has_thumbnail: flag,
      booking_id: recordId.nullable(),
    })
    .nullable(),
  message: z
    .object({
      type: z.enum(['sms', 'email']),
      direction: z.enum(['in', 'out']),
      status: z.string(),
      subject: optionalText,
      body: z.string(),
      booking_id: recordId.nullable(),
    })
    .nullable(),
});

export type TimelineItem = z.output<typeof timelineItem>;
