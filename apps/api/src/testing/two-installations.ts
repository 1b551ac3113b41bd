import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { readEnv, type Env } from '../config/env.ts';
import { migrate } from '../db/migrate.ts';
import { createFileStorage } from '../integrations/storage/storage.ts';
import type { FileStorage } from '../lib/ports/file-storage.ts';
import {
  cancelMove,
  moveIn,
  moveOut,
  type MovedIn,
  type MoveManifest,
} from '../modules/practice-move/public.ts';
import { makeFullPractice, type Scene } from './derived/world.ts';
import { useTestApi, type TestApi } from './harness.ts';
import { createRestoreTarget, type RestoreTarget } from './restore-target.ts';
import { samplePdf } from './sample-files.ts';
import { sendParts } from './uploads.ts';
import { writeBookingPage } from './written-booking-page.ts';

type MoveInOptions = Parameters<typeof moveIn>[0];

/** Two installations on one PostgreSQL server, each with a database, a folder of files and practices of its own. */
export interface TwoInstallations {
  /** The server of the first installation. */
  api: TestApi;
  folder: string;
  /** The practice of the first installation that moves; it has a row in every table, and two files on the disk. */
  readonly scene: Scene;
  /** Another one of the first installation. */
  readonly neighbour: Scene;
  /** A practice of the second installation. */
  readonly neighbourThere: Scene;
  readonly there: RestoreTarget;
  /** Superuser's connections to the second installation. */
  readonly thereDb: pg.Pool;
  envThere: () => Env;
  /** Makes another empty installation, whose owner has no superuser rights but the one that move-in asks for. */
  createTarget: (installationNumber: number) => Promise<RestoreTarget>;
  moveScene: (patienceMs?: number) => Promise<{ place: string; manifest: MoveManifest }>;
  takeOver: (place: string, options?: Partial<MoveInOptions>) => Promise<MovedIn>;
  cancel: () => Promise<void>;
}

export const storageOf = (env: Env): FileStorage => createFileStorage(env, () => Promise.resolve([]));

/** Runs one statement as another login. */
export async function onceAs(url: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<object>(text);
  await client.end();
  return rows;
}

/** The jobs of practices. */
export const jobsIn = async (pool: pg.Pool): Promise<object[]> =>
  (
    await pool.query<object>(
      "select j.name, j.data, j.singleton_key from pgboss.job j where j.data ? 'tenantId'",
    )
  ).rows;

/** Makes two installations for a test file, the second one with the number 7. */
export function useTwoInstallations(): TwoInstallations {
  const folder = mkdtempSync(join(tmpdir(), 'burrow-move-'));
  const filesThere = join(folder, 'files-there');
  const bookRoot = join(folder, 'book');
  mkdirSync(bookRoot);
  writeBookingPage(bookRoot);
  const api = useTestApi({
    FILE_STORAGE: 'disk',
    FILE_STORAGE_PATH: join(folder, 'files-here'),
    BOOK_ROOT: bookRoot,
  });
  const targets: RestoreTarget[] = [];
  const made: Partial<
    Pick<TwoInstallations, 'scene' | 'neighbour' | 'neighbourThere' | 'there' | 'thereDb'>
  > = {};
  const two = Object.assign(made, {
    api,
    folder,
    envThere: () =>
      readEnv({
        ...(api.sandbox.settings as Record<string, string>),
        DATABASE_URL: two.there.appUrl,
        PUBLIC_URL: api.url,
        BCRYPT_COST: '4',
        FILE_STORAGE: 'disk',
        FILE_STORAGE_PATH: filesThere,
        WORKER: 'off',
      }),
    createTarget: async (installationNumber: number) => {
      const target = await createRestoreTarget();
      targets.push(target);
      const { ownerUrl, appUrl, superuserUrl, name } = target;
      await migrate({ ownerUrl, appUrl, installationNumber });
      await onceAs(superuserUrl, `grant set on parameter session_replication_role to owner_of_${name}`);
      return target;
    },
    moveScene: (patienceMs = 20_000) =>
      moveOut({
        env: api.deps.env,
        ownerUrl: api.testDatabase.ownerUrl,
        practiceId: two.scene.practice.tenant.id,
        to: join(folder, `copies-${readdirSync(folder).length}`),
        storage: api.deps.storage,
        clock: api.clock,
        patienceMs,
        say: () => undefined,
      }),
    takeOver: (place: string, options: Partial<MoveInOptions> = {}) =>
      moveIn({
        env: two.envThere(),
        ownerUrl: two.there.ownerUrl,
        folder: place,
        storage: storageOf(two.envThere()),
        stores: new Set(['disk']),
        clock: api.clock,
        say: () => undefined,
        ...options,
      }),
    cancel: () =>
      cancelMove({
        ownerUrl: api.testDatabase.ownerUrl,
        practiceId: two.scene.practice.tenant.id,
        now: api.clock.now(),
      }),
  }) as TwoInstallations;
  beforeAll(async () => {
    const there = await two.createTarget(7);
    const thereDb = new pg.Pool({ connectionString: there.superuserUrl, max: 2 });
    const { owner } = api.testDatabase;
    const scene = await makeFullPractice(owner);
    const neighbour = await makeFullPractice(owner);
    Object.assign(made, {
      there,
      thereDb,
      scene,
      neighbour,
      neighbourThere: await makeFullPractice(thereDb),
    });
    const { staffKey, animal } = scene.practice;
    for (const bytes of [40_000, 70_000]) {
      const of = { entity_type: 'animal', entity_id: animal.id };
      await sendParts(api, 'file/upload', of, { name: 'x-ray.pdf', content: samplePdf(bytes) }, staffKey);
    }
  });
  afterAll(async () => {
    await two.thereDb.end();
    for (const target of targets) {
      const { superuserUrl, name } = target;
      await onceAs(superuserUrl, `revoke set on parameter session_replication_role from owner_of_${name}`);
      await target.drop();
    }
    rmSync(folder, { recursive: true });
  });
  return two;
}
