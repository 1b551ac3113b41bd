/**
 * SQL: the row `row` of the practice $1 is about a record of the client $2. The ids are arrays, so that an `or` of these
 * conditions uses the indexes; with subqueries it would read the whole table.
 */
export const ofClient = {
  booking: (row: string): string =>
    `${row}.booking_id = any (array(select b.id from bookings b where b.tenant_id = $1 and b.client_id = $2))`,
  animal: (row: string): string =>
    `${row}.animal_id = any (array(select a.id from animals a where a.tenant_id = $1 and a.client_id = $2))`,
  deposit: (row: string): string =>
    `${row}.deposit_id = any (array(select d.id from deposits d where d.tenant_id = $1 and d.client_id = $2))`,
};
