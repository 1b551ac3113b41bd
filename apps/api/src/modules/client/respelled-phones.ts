import type { Ctx } from '../../context/context.ts';
import { lockRegion } from '../../db/region-lock.ts';
import { statement } from '../../db/statement.ts';
import { invalidField } from '../../lib/app-error.ts';
import { respelledPhone } from '../../lib/phone-number.ts';
import { Turns } from '../../lib/turns.ts';

/** How many clients a statement reads or writes. */
const batchSize = 1000;
/** How many pairs of clients with the same number an error names. */
const maxNamed = 3;

interface ClientPhones {
  id: number;
  name: string;
  phone: string | null;
  /** The number that the portal's login was proved with. */
  proved_phone: string | null;
}

interface Respelling extends ClientPhones {
  before: string | null;
}

// Of archived clients too.
const phonesToRespell = statement<ClientPhones>(
  'lock_phones_to_respell',
  `select c.id, c.name, c.phone, l.proved_phone
   from clients c left join client_logins l on l.tenant_id = c.tenant_id and l.client_id = c.id
   where c.tenant_id = $1 and c.id > $2 and (c.phone is not null or l.proved_phone is not null)
   order by c.id limit $3 for no key update of c`,
);
const respell = statement('respell_phones', 'select respell_phones($1::bigint[], $2::text[], $3::text[])');
// A code belongs to the number as it was written.
const deleteCodes = statement('delete_phone_codes', 'delete from phone_codes k where k.tenant_id = $1');

/**
 * Rewrites every phone number of the practice's clients for another locale; see `respelledPhone`. Clients stay signed in,
 * because their phones are the same. Numbers that are being written are rewritten too, and later ones wait for the new locale.
 * @throws AppError `invalid_input` for the field `locale` if clients would have the same number
 */
export async function respellPhones(ctx: Ctx, from: string, to: string): Promise<void> {
  await lockRegion(ctx.tx, ctx.tenantId);
  const clients = await respelledClients(ctx, from, to);
  checkNoneShared(clients);
  const changed = clients.filter((client) => client.phone !== client.before || client.proved_phone !== null);
  await write(ctx, inTheWay(changed));
  await write(ctx, changed);
  await ctx.tx.rows(deleteCodes, [ctx.tenantId]);
}

async function respelledClients({ tx, tenantId }: Ctx, from: string, to: string): Promise<Respelling[]> {
  const respelled = (phone: string | null) => phone && respelledPhone(phone, from, to);
  const clients: Respelling[] = [];
  const turns = new Turns();
  for (;;) {
    const batch = await tx.rows(phonesToRespell, [tenantId, clients.at(-1)?.id ?? 0, batchSize]);
    for (const { phone, proved_phone: proved, ...client } of batch) {
      clients.push({ ...client, before: phone, phone: respelled(phone), proved_phone: respelled(proved) });
      if (turns.isOver) await turns.next();
    }
    if (batch.length < batchSize) return clients;
  }
}

function checkNoneShared(clients: readonly Respelling[]): void {
  const names = new Map<string, string>();
  const shared: string[] = [];
  for (const { phone, name } of clients) {
    if (phone === null) continue;
    const other = names.get(phone);
    if (other === undefined) names.set(phone, name);
    else shared.push(`${other} and ${name}`);
  }
  if (shared.length === 0) return;
  const left = shared.length - maxNamed;
  const more = left > 0 ? `; and ${left} more ${left === 1 ? 'pair' : 'pairs'}` : '';
  throw invalidField(
    'locale',
    `Some clients would have the same phone number in this region: ${shared.slice(0, maxNamed).join('; ')}${more}. Change or remove one number in each pair, then save again.`,
  );
}

/** The clients whose former number becomes that of another client, without it: numbers are unique after each statement. */
function inTheWay(changed: readonly Respelling[]): Respelling[] {
  const coming = new Set(changed.map(({ phone }) => phone));
  return changed
    .filter(({ phone, before }) => phone !== before && before !== null && coming.has(before))
    .map((client) => ({ ...client, phone: null }));
}

async function write({ tx }: Ctx, clients: readonly Respelling[]): Promise<void> {
  for (let begin = 0; begin < clients.length; begin += batchSize) {
    const batch = clients.slice(begin, begin + batchSize);
    await tx.rows(respell, [
      batch.map(({ id }) => id),
      batch.map(({ phone }) => phone),
      batch.map(({ proved_phone: proved }) => proved),
    ]);
  }
}
