import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { ClientRow, Columns } from '../packages/dev/src/factory-rows.ts';
import { houseNames, nameGroups, places, streets } from './client-names.ts';
import { clientNotes, movedAway } from './client-notes.ts';
import type { Random } from './random.ts';

const clientCount = 220;

/** Phone of the client who can sign in to the portal. */
export const portalCustomerPhone = '07700900001';

/**
 * The clients of Willow Vets: three quarters have been clients for more than a year. The first is the portal's demo
 * customer. Numbers come from the range that Ofcom reserves for drama, addresses from fictional streets.
 */
export async function insertClients(
  db: OwnerDb,
  tenantId: number,
  today: string,
  random: Random,
): Promise<ClientRow[]> {
  const emails = new Set<string>();
  const phones = shuffledPhones(random);
  const names = new Set(['Charlotte Bennett']);
  const plans = Array.from({ length: clientCount - 1 }, (_, index): Columns<ClientRow> => {
    const name = newName(random, names);
    const hasPhone = !random.chance(0.05);
    const joined = addDays(today, random.chance(0.76) ? -random.int(345, 1400) : -random.int(8, 344));
    const left = joined < addDays(today, -420) && random.chance(0.03);
    const leftAt = `${addDays(today, -random.int(20, 200))}T11:05:00Z`;
    const joinedAt = `${joined}T${String(random.int(9, 16)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00Z`;
    return {
      tenant_id: tenantId,
      name,
      email: hasPhone && random.chance(0.09) ? null : emailOf(name, emails),
      phone: hasPhone ? (phones[index] ?? null) : null,
      address: addressOf(random),
      notes: left ? movedAway : random.chance(0.13) ? random.pick(clientNotes) : null,
      alert: null,
      likes_sms: !random.chance(0.09),
      likes_email: !random.chance(0.12),
      archived_at: left ? leftAt : null,
      created_at: joinedAt,
      updated_at: left ? leftAt : joinedAt,
    };
  });
  return insertRows(db, 'clients', [portalCustomer(tenantId, today), ...plans]);
}

function portalCustomer(tenantId: number, today: string): Columns<ClientRow> {
  const joinedAt = `${addDays(today, -790)}T10:12:00Z`;
  return {
    tenant_id: tenantId,
    name: 'Charlotte Bennett',
    email: 'charlotte.bennett@example.com',
    phone: portalCustomerPhone,
    address: '3 Long Orchard, Ludlow, SY8 2KM',
    notes: 'Happy for Dan (partner) to bring the animals in.',
    alert: 'Call before visiting',
    likes_sms: true,
    likes_email: true,
    archived_at: null,
    created_at: joinedAt,
    updated_at: joinedAt,
  };
}

/** Gives the demo customer, and the others who use the portal, a login with the same password. */
export async function insertPortalLogins(
  db: OwnerDb,
  clients: readonly ClientRow[],
  hash: string,
  random: Random,
): Promise<ClientRow[]> {
  const users = clients.filter(
    (client, index) =>
      client.phone !== null && client.archived_at === null && (index === 0 || random.chance(0.35)),
  );
  const logins = users.map((client) => ({
    tenant_id: client.tenant_id,
    client_id: client.id,
    password_hash: hash,
    password_changed_at: client.created_at,
    proved_phone: client.phone,
  }));
  await insertRows(db, 'client_logins', logins);
  return users;
}

function newName(random: Random, taken: Set<string>): string {
  for (;;) {
    const group = random.weighted(nameGroups, ({ share }) => share);
    const name = `${random.pick(group.firstNames)} ${random.pick(group.surnames)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

function emailOf(name: string, taken: Set<string>): string {
  const plain = name.toLowerCase().replaceAll(' ', '.');
  let email = `${plain}@example.com`;
  for (let n = 2; taken.has(email); n += 1) email = `${plain}${n}@example.com`;
  taken.add(email);
  return email;
}

/** 07700 900002 to 900998, each once, shuffled. */
function shuffledPhones(random: Random): string[] {
  const phones = Array.from({ length: 997 }, (_, index) => `07700900${String(index + 2).padStart(3, '0')}`);
  return phones
    .map((phone) => ({ phone, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ phone }) => phone);
}

function addressOf(random: Random): string {
  const { town, outward } = random.weighted(places, ({ share }) => share);
  const house = random.chance(0.12)
    ? random.pick(houseNames)
    : `${random.int(1, 84)} ${random.pick(streets)}`;
  // No real postcode ends in these letters.
  const inward = `${random.int(1, 9)}${random.pick(['K', 'M', 'V'])}${random.pick(['C', 'K', 'M', 'V'])}`;
  return `${house}, ${town}, ${outward} ${inward}`;
}
