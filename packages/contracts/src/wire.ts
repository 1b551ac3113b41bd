import { z } from 'zod';

/** Shapes of values in answers. Money is a decimal string, a flag '1' or '0', an instant ISO 8601 in UTC. */
export const recordId = z.int();
export const money = z.string().meta({ description: 'Pounds and pence, such as "45.00"', example: '45.00' });
export const flag = z.enum(['1', '0']);
export const day = z.string().meta({ description: 'YYYY-MM-DD', example: '2026-11-21' });
export const clockTime = z
  .string()
  .regex(/^\d\d:\d\d$/)
  .meta({ description: "HH:MM on the practice's clock", example: '09:30' });
export const instant = z
  .string()
  .meta({ description: 'ISO 8601 in UTC', example: '2026-11-21T09:30:00.000Z' });
export const optionalText = z.string().nullable();
/** The answer of a command without further output. */
export const done = z.object({ success: z.literal(true) });

/** A document that is too large to hold in memory. */
export interface DocumentInPieces {
  /** Writes the pieces one after the other; a second call starts from the beginning. */
  write(pieces: AsyncIterable<Uint8Array | string>): Promise<void>;
}

/** A document that is generated while it is sent, because it does not fit in memory. */
export type DocumentInStream = AsyncIterable<Uint8Array>;

/** A document as a handler returns it to the server: sent as a file, never as JSON. */
export const documentFile = z.object({
  filename: z.string(),
  content: z.custom<Uint8Array | DocumentInPieces | DocumentInStream>(
    (value) =>
      value instanceof Uint8Array ||
      (typeof value === 'object' && value !== null && ('write' in value || Symbol.asyncIterator in value)),
  ),
});
