/**
 * SQL: the entry `e` is of a client's time with its animal: they are the client of its appointment, or without one the owner at
 * its time. The owner is looked up in `owned_times`, because a transfer or the entry itself can get an earlier day.
 */
export const isEntryOfClient = (e: string, client: string): string =>
  `case when ${e}.booking_id is not null then ${e}.client_id = ${client} else exists (
     select from owned_times o
     where o.tenant_id = ${e}.tenant_id and o.animal_id = ${e}.animal_id and o.client_id = ${client}
       and o.owned_since <= ${e}.at and o.owned_until > ${e}.at) end`;
