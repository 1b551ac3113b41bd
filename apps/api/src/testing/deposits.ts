import type { InputOf } from '@burrow/contracts/actions';
import { makeClient, makeSessionKey } from '../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import type { Caller, TestApi } from './harness.ts';
import type { Columns, TenantRow } from '../../../../packages/dev/src/factory-rows.ts';

type Draft = Omit<InputOf<'cp/booking_create'>, 'payment_id' | 'deposit_paid'>;

/** A pet owner with a session and a pet. */
export interface Owner {
  caller: Caller;
  clientId: number;
  animalId: number;
}

/** A practice that requires a deposit of £10 with a request. */
export const makeDepositPractice = (api: TestApi, columns: Columns<TenantRow> = {}): Promise<Practice> =>
  makePractice(api.testDatabase.owner, { deposit_required: true, deposit_pence: 1000, ...columns });

export const ownerOf = ({ client, clientKey, animal }: Practice): Owner => ({
  caller: clientKey,
  clientId: client.id,
  animalId: animal.id,
});

/** Another pet owner of the practice. */
export async function makeOwner(api: TestApi, { tenant }: Practice): Promise<Owner> {
  const db = api.testDatabase.owner;
  const client = await makeClient(db, { tenant });
  const animal = await makeAnimal(db, { client });
  return { caller: await makeSessionKey(db, { client }), clientId: client.id, animalId: animal.id };
}

/** The owner's request: a consultation the day after the harness's now, at 10:00, unless overridden. */
export const draftOf = ({ checkUp }: Practice, { animalId }: Owner, draft: Partial<Draft> = {}): Draft => ({
  animal_id: animalId,
  service_id: checkUp.id,
  booking_date: '2026-01-15',
  booking_time: '10:00',
  ...draft,
});

/** Starts to pay. */
export const beginPaying = (api: TestApi, practice: Practice, owner: Owner, draft: Partial<Draft> = {}) =>
  api.call('cp/payment/create_checkout', draftOf(practice, owner, draft), owner.caller);

/** Starts to pay, and returns the checkout's reference. */
export async function checkoutFor(...begun: Parameters<typeof beginPaying>): Promise<string> {
  const { status, body, error } = await beginPaying(...begun);
  if (status !== 200) throw new Error(`No checkout: ${error.code}`);
  return body.checkout_id;
}

/** The state of a checkout's payment, as its owner sees it. */
export const paymentStatusOf = async (api: TestApi, { caller }: Owner, reference: string) =>
  (await api.call('cp/payment/status', { checkout_id: reference }, caller)).body;

/** The answer to a request of the owner: '200', or status and code. */
export async function askingFor(
  api: TestApi,
  practice: Practice,
  owner: Owner,
  more: Partial<InputOf<'cp/booking_create'>> = {},
): Promise<string> {
  const { status, error } = await api.call(
    'cp/booking_create',
    { ...draftOf(practice, owner), ...more },
    owner.caller,
  );
  return status === 200 ? '200' : `${status} ${error.code}`;
}

interface LedgerLine {
  kind: string;
  amount: number;
  booking: number | null;
}

/** All deposits of the practice, oldest first. */
export async function moneyOf(api: TestApi, { tenant }: Practice) {
  const rows = async <Row>(text: string): Promise<Row[]> => {
    const { rows: found } = await api.testDatabase.owner.query(text, [tenant.id]);
    return found as Row[];
  };
  return {
    ledger: await rows<LedgerLine>(
      `select kind, amount_pence as amount, booking_id::int as booking from payments
       where tenant_id = $1 order by id`,
    ),
    deposits: await rows<{ status: string; booking: number | null }>(
      'select status, booking_id::int as booking from deposits where tenant_id = $1 order by id',
    ),
    bookings: await rows<{ id: number; client: number; paid: number }>(
      `select id::int as id, client_id::int as client, paid_pence as paid from bookings
       where tenant_id = $1 and status <> 'cancelled' order by id`,
    ),
    refunds: await rows<{ status: string; amount: number; reason: string }>(
      'select status, amount_pence as amount, reason from refunds where tenant_id = $1 order by id',
    ),
  };
}
