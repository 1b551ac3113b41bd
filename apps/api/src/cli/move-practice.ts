import type { Env } from '../config/env.ts';
import { createFileStorage } from '../integrations/storage/storage.ts';
import { systemClock } from '../lib/clock.ts';
import {
  cancelMove,
  finishMove,
  moveIn,
  moveOut,
  type MovedIn,
  type MoveManifest,
} from '../modules/practice-move/public.ts';
import { keysNamed, storesOf } from './backup.ts';
import { refuse } from './wrong-use.ts';

const say = (what: string): void => console.error(what);

function ownerUrlOf({ DATABASE_OWNER_URL: ownerUrl }: Env): string {
  if (!ownerUrl) throw new Error('DATABASE_OWNER_URL is missing. Moving a practice needs it.');
  return ownerUrl;
}

/** A practice's id; undefined for anything else. */
function idIn(given: string | undefined): number | undefined {
  const id = Number(given);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

const storageOf = (env: Env) => createFileStorage(env, () => keysNamed(env));

/** Closes a practice, copies it and prints the next steps. @returns the exit code */
export async function movePracticeOut(
  env: Env,
  given: string | undefined,
  to: string | undefined,
): Promise<number> {
  const ownerUrl = ownerUrlOf(env);
  const practiceId = idIn(given);
  if (practiceId === undefined || !to) {
    return refuse('Choose a practice by its id, and a folder: move-out <practice> --to <folder>.');
  }
  const began = performance.now();
  const options = { env, ownerUrl, practiceId, to, storage: storageOf(env), clock: systemClock, say };
  const { place, manifest } = await moveOut(options);
  console.log(`${place}\n${describe(manifest)}, ${secondsSince(began)}`);
  console.log(
    'The practice is closed here. The copy holds personal data and password hashes. Take it to the other installation and run move-in there.',
  );
  return 0;
}

/** Takes over a practice and prints the next steps. @returns the exit code */
export async function movePracticeIn(env: Env, folder: string | undefined): Promise<number> {
  const ownerUrl = ownerUrlOf(env);
  if (!folder) return refuse('Choose a copy: move-in <copy>.');
  const began = performance.now();
  const moved = await moveIn({
    env,
    ownerUrl,
    folder,
    storage: storageOf(env),
    stores: storesOf(env),
    clock: systemClock,
    say,
  });
  const { manifest, receipt } = moved;
  console.log(`Moved in, with the same checksums: ${describe(manifest)}, ${secondsSince(began)}`);
  tellOfAccounts(moved);
  console.log(
    `Check the practice, and make a backup here. Then run on the old installation: move-done ${manifest.practice.id} --receipt ${receipt} --to-address ${env.PUBLIC_URL ?? '<the address of this installation>'}`,
  );
  return 0;
}

function tellOfAccounts({ joined, withoutPasskeys }: MovedIn): void {
  for (const email of joined) {
    console.log(`${email} already had an account here. It joins the practice, and keeps its password here.`);
  }
  for (const email of withoutPasskeys) {
    console.log(`${email} can’t use the passkeys of the old address here, and can add new ones.`);
  }
}

/** Deletes a practice that has moved. @returns the exit code */
export async function finishPracticeMove(
  env: Env,
  given: string | undefined,
  { receipt, 'to-address': address }: { receipt?: string | undefined; 'to-address'?: string | undefined },
): Promise<number> {
  const ownerUrl = ownerUrlOf(env);
  const practiceId = idIn(given);
  if (practiceId === undefined || !receipt || !address) {
    return refuse('Use: move-done <practice> --receipt <receipt> --to-address <address>.');
  }
  const movedTo = URL.canParse(address) ? new URL(address).origin : 'null';
  if (!/^https?:/.test(movedTo)) return refuse('--to-address takes an address like https://b.example.com.');
  const deleted = await finishMove({ ownerUrl, practiceId, receipt, movedTo });
  console.log(
    `Deleted ${deleted} rows of practice ${practiceId}. Its callers learn that it moved to ${movedTo}. Delete the copy.`,
  );
  return 0;
}

/** Opens a practice that was closed for a move. @returns the exit code */
export async function cancelPracticeMove(env: Env, given: string | undefined): Promise<number> {
  const ownerUrl = ownerUrlOf(env);
  const practiceId = idIn(given);
  if (practiceId === undefined) return refuse('Choose a practice by its id: move-cancel <practice>.');
  await cancelMove({ ownerUrl, practiceId, now: systemClock.now() });
  console.log(
    `Practice ${practiceId} is open again, as it was before. If move-in has finished on another installation, suspend it there.`,
  );
  return 0;
}

const describe = ({ practice, tables, files }: MoveManifest): string =>
  `practice ${practice.id} (${practice.name}), ${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${files.length} files`;

const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
