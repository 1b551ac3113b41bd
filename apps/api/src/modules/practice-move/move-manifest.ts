import { createHmac, hash } from 'node:crypto';
import { z } from 'zod';
import type { Env } from '../../config/env.ts';
import { queueNames } from '../../db/job-schema.ts';
import { BackupError, fileInManifest, migrationList, readSaid, tableContent } from '../backup/public.ts';

/** The version of the layout that this release writes. */
export const moveFormat = 1;

const job = z.object({
  id: z.uuid(),
  name: z.enum(queueNames),
  data: z.looseObject({}),
  priority: z.int(),
  singletonKey: z.string().optional(),
  startAfter: z.iso.datetime({ offset: true }),
});

const manifest = z.object({
  format: z.literal(moveFormat),
  kind: z.literal('practice'),
  /** The release that made it. */
  version: z.string(),
  created_at: z.iso.datetime(),
  practice: z.object({
    id: z.int().positive(),
    name: z.string(),
    subdomain: z.string().nullable(),
    custom_host: z.string().nullable(),
  }),
  migrations: migrationList,
  tables: z.array(tableContent),
  /** Its pending jobs. */
  jobs: z.array(job),
  /** Files outside the database, by their store. */
  files: z.array(fileInManifest),
  /** A file in each of the old installation’s stores with files: who reads it in their own store shares that store. */
  probes: z.array(fileInManifest),
  /** How many secrets are encrypted with CODE_SECRET, and a value by which the same secret is recognised. */
  sealed: z.object({
    authenticators: z.int().nonnegative(),
    sign_in_providers: z.int().nonnegative(),
    mark: z.string().nullable(),
  }),
});

export type MoveManifest = z.output<typeof manifest>;
export type MovedJob = z.output<typeof job>;

/** Jobs as the old installation kept them. */
export const movedJobs = z.array(job);

/**
 * Reads the manifest of a moved practice.
 * @returns it, and the receipt for it
 * @throws BackupError for a folder that is none, was never finished or was altered
 */
export async function readMoveManifest(folder: string): Promise<{ manifest: MoveManifest; receipt: string }> {
  const { said, text } = await readSaid(folder, 'a moved practice');
  const { data } = manifest.safeParse(said);
  if (!data) throw new BackupError(`manifest.json in ${folder} isn’t the manifest of a moved practice.`);
  return { manifest: data, receipt: hash('sha256', `moved in: ${text}`).slice(0, 16) };
}

/** Recognises the same CODE_SECRET, without revealing it. */
export const secretMark = ({ CODE_SECRET: secret }: Env, practiceId: number): string | null =>
  secret === undefined
    ? null
    : createHmac('sha256', secret).update(`burrow move of practice ${practiceId}`).digest('hex').slice(0, 16);
