import { z } from 'zod';
import { defineActions } from './action.ts';
import { practiceStaff } from './roles.ts';
import { money, optionalText, recordId } from './wire.ts';

/** A service a practice offers (a booking type). */
export const serviceRecord = z.object({
  id: recordId,
  name: z.string(),
  description: optionalText,
  base_price: money,
  duration_minutes: z.int(),
  color: optionalText,
});

/** A member of staff who can be given appointments. */
export const staffMember = z.object({
  id: recordId,
  name: z.string(),
  role: z.enum(['staff', 'admin']),
  color: optionalText,
});

export const serviceActions = defineActions({
  booking_types: {
    kind: 'query',
    group: 'Practice',
    summary: 'The services the practice offers, in its own order.',
    access: practiceStaff,
    input: z.object({}),
    output: z.array(serviceRecord),
    errors: [],
  },
  staff: {
    kind: 'query',
    group: 'Practice',
    summary: 'The people of the practice who can be given appointments.',
    access: practiceStaff,
    input: z.object({}),
    output: z.array(staffMember),
    errors: [],
  },
});

export type ServiceRecord = z.output<typeof serviceRecord>;
export type StaffMember = z.output<typeof staffMember>;
