import pg from 'pg';
import { loadWithoutIndexes } from './bulk-indexes.ts';
import type { Addresses } from './database.ts';
import { generateVolume } from './generate-volume.ts';
import { openPractice, type Practice } from './practice.ts';

const subject = { bookings: 20_000, clients: 5000, perDay: 18 };
export const sizes = {
  full: { others: [0, 100, 1000], bookings: 5000, clients: 1250, rounds: 3, seconds: 1, idleSeconds: 20 },
  quick: { others: [0, 10, 100], bookings: 500, clients: 125, rounds: 2, seconds: 0.5, idleSeconds: 4 },
};
export type Size = (typeof sizes)['full'];

/** A database with the practice and a number of others. */
export interface Place extends Addresses {
  practice: Practice;
}

/** Fills a database with the measured practice, always the same, and others. */
export async function fillPlace(addresses: Addresses, others: number, size: Size, now: Date): Promise<Place> {
  await generateVolume(addresses.ownerUrl, {
    practices: 1,
    bookingsPerPractice: subject.bookings,
    clientsPerPractice: subject.clients,
    bookingsPerDay: subject.perDay,
    messages: false,
    inOrderOfTime: others === 0,
    now,
  });
  if (others > 0) {
    await generateVolume(addresses.ownerUrl, {
      practices: others,
      bookingsPerPractice: size.bookings,
      clientsPerPractice: size.clients,
      // Their diaries begin when the measured one does, or they would not be in the same pages.
      bookingsPerDay: Math.ceil((size.bookings * subject.perDay) / subject.bookings),
      messages: false,
      inOrderOfTime: true,
      now,
    });
  }
  const owner = new pg.Pool({ connectionString: addresses.ownerUrl, max: 1 });
  await addParts(addresses.ownerUrl);
  const practice = await openPractice(owner);
  await owner.end();
  return { ...addresses, practice };
}

/** The parts of the appointments of three months, which the diary and free times read; no call reads older ones. */
async function addParts(ownerUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: ownerUrl });
  await db.connect();
  await db.query('begin');
  await db.query("set local session_replication_role = 'replica'");
  await loadWithoutIndexes(db, ['booking_parts'], async () => {
    await db.query(
      `insert into booking_parts
         (tenant_id, booking_id, step, need, animal_id, service_id, user_id, during, busy, live, overlap_allowed)
       select b.tenant_id, b.id, 1, 0, b.animal_id, b.service_id, b.staff_id, b.during, b.during,
         b.status <> 'cancelled', b.overlap_allowed
       from bookings b where b.booking_date > current_date - 60 order by b.created_at`,
    );
  });
  await db.query('commit');
  await db.query('vacuum (analyze) booking_parts');
  await db.end();
}
