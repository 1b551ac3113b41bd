import type { Span } from '@burrow/contracts/spans';
import { localMoment } from '../../lib/clock.ts';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import {
  holidaysColumn,
  openSpans,
  rotaColumn,
  workingSpans,
  type BusinessHours,
  type Holiday,
  type Rota,
} from '../availability/public.ts';

/** The rota of a practice, and its opening hours and holidays, for the days it was read for. */
export interface RotaState {
  rota: Rota;
  business_hours: BusinessHours;
  holidays: Holiday[];
}

const rotaState = statement<RotaState>(
  'rota_state',
  `select t.business_hours, ${holidaysColumn}, ${rotaColumn('$2::date', '$3::date')}
   from tenants t where t.id = $1`,
);

const rotaOfPerson = statement<RotaState>(
  'rota_of_person',
  `select t.business_hours, ${holidaysColumn}, ${rotaColumn('$2::date', '$3::date', '$4::bigint')}
   from tenants t where t.id = $1`,
);

/** The rota for the days from `first` to `last`; with `userId` of that person alone. */
export async function readRota(
  { tx, tenantId }: { tx: Queryable; tenantId: number },
  first: string,
  last: string,
  userId?: number,
): Promise<RotaState> {
  const state =
    userId === undefined
      ? await tx.row(rotaState, [tenantId, first, last])
      : await tx.row(rotaOfPerson, [tenantId, first, last, userId]);
  if (!state) throw new Error('The practice of this session was not found.');
  return state;
}

/** When the practice is open from the day `first` to the day `last`, in minutes after midnight of `first`. */
export const openOver = (
  { business_hours: hours, holidays }: RotaState,
  first: string,
  last: string,
): Span[] => openSpans({ hours, holidays }, first, last);

/** When a person works from the day `first` to the day `last`; `open` is {@link openOver} for the same days. */
export const workOver = (
  { rota, business_hours: hours }: RotaState,
  userId: number,
  days: { open: readonly Span[]; first: string; last: string },
): Span[] => workingSpans(rota, userId, { hours, ...days, onlineOnly: false });

/** The last day that an appointment or a shift can have. */
export const lastDay = '2199-12-31';

/** Today on the practice's clock. */
export const todayOf = ({ now, session }: Pick<Ctx, 'now' | 'session'>): string =>
  localMoment(now, session.timeZone).date;
