import { useQuery } from '@tanstack/react-query';
import { callAction, type InputOf } from '../../lib/api.ts';
import { usePagedList } from '../../lib/paged-list.ts';
import { actionQuery, steadyQuery } from '../../lib/query.ts';

export const clientPageSize = 50;

type Status = InputOf<'clients'>['status'];

const matching = (q: string, status: Status) => ({ q, ...(status === undefined ? {} : { status }) });

/** The matching clients of a status, page by page. */
export const useClients = (q: string, status: Status) =>
  usePagedList({
    action: 'clients',
    asked: matching(q, status),
    read: (input, signal) => callAction('clients', input, { signal }),
    sizes: { first: clientPageSize, next: clientPageSize },
    nameOf: ({ name }) => name,
  });

/** The number of clients of a status, and the number that match. */
export const useClientCount = (q: string, status: Status) =>
  useQuery(steadyQuery('clients/count', matching(q, status)));

const ofClient = (id: number | null) => ({ client_id: id ?? 0 });

/** One client; disabled while `id` is null. */
export const useClient = (id: number | null) =>
  useQuery({ ...actionQuery('client', ofClient(id)), enabled: id !== null });

/** A client's animals, active ones first. Disabled while `id` is null, like the queries below. */
export const useAnimalsOfClient = (id: number | null) =>
  useQuery({ ...actionQuery('animals_by_client', ofClient(id)), enabled: id !== null });

/** A client's appointments, newest first. */
export const useBookingsOfClient = (id: number | null) =>
  useQuery({ ...actionQuery('bookings_by_client', ofClient(id)), enabled: id !== null });

/** A client's balance and payments. */
export const useAccountOfClient = (id: number | null) =>
  useQuery({ ...actionQuery('client_account', ofClient(id)), enabled: id !== null });
