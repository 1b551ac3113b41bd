import { addToMonth, monthOf } from '@burrow/contracts/calendar-day';
import type { BookableMonth } from '@burrow/contracts/booking-page';
import type { AskedPage, FoundPage } from '../../context/booking-pages.ts';
import type { PublicContext } from '../../context/context.ts';
import { refuseMovedHost, refuseMovedPractice } from '../../db/practice-move.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { bookingPageAddress } from '../../lib/portal-address.ts';
import { findOfBookingPage } from '../deposit/public.ts';
import { smallLogo } from '../file/public.ts';
import { monthForAnyone, peopleForAnyone } from './anyone.ts';
import { pageHead } from './page-head.ts';
import { inShownPractice, readBookingPage, type BookingPageState } from './read-model.ts';

const practiceOfLabel = statement<{ tenant_id: number; is_suspended: boolean }>(
  'practice_of_booking_page',
  'select p.tenant_id, p.is_suspended from practice_of_booking_page($1) p',
);
const practiceOfHost = statement<{ tenant_id: number | null }>(
  'practice_of_booking_host',
  'select portal_of_host($1) as tenant_id',
);

/** How many months ahead the first free times are looked for. */
const monthsAhead = 2;

/** The practice at an address; undefined if there is none. */
async function practiceAt(
  { control, host }: PublicContext,
  label: string | null,
): Promise<{ id: number; isSuspended: boolean } | undefined> {
  if (label !== null) {
    if (!/^[a-z0-9-]{1,63}$/i.test(label)) return undefined;
    const found = await control.row(practiceOfLabel, [label]);
    return found && { id: found.tenant_id, isSuspended: found.is_suspended };
  }
  const id = (await control.row(practiceOfHost, [host]))?.tenant_id;
  if (id == null) await refuseMovedHost(control, host);
  return id == null ? undefined : { id, isSuspended: false };
}

/**
 * The booking page at an address.
 * @throws AppError `practice_moving`, `practice_moved`
 */
export async function findBookingPage(ctx: PublicContext, asked: AskedPage): Promise<FoundPage> {
  const practice = await practiceAt(ctx, asked.label);
  if (!practice) return { missing: 'never' };
  if (practice.isSuspended) await refuseMovedPractice(ctx.control, practice.id);
  if (practice.isSuspended) return { missing: 'gone' };
  return ctx.inPractice(practice.id, async (tx, opened): Promise<FoundPage> => {
    const page = await readBookingPage(ctx, tx, opened, await isPaidReturn(tx, practice.id, asked));
    if (!('shown' in page)) return { missing: page.wasShown ? 'gone' : 'never' };
    const { widget_sites: sites, booking_page_team: team, booking_page_prices: prices } = page.settings;
    const serviceId = namedService(page, asked);
    const view = {
      practice: page.shown,
      is_embedded: asked.isEmbedded,
      service_id: serviceId,
      months: serviceId === null ? [] : await monthsOf(ctx, tx, page, serviceId),
      people:
        serviceId === null
          ? []
          : await peopleForAnyone(tx, { tenantId: practice.id, serviceId }, { team, prices }),
      sites: asked.isEmbedded ? sites : [],
    };
    return { missing: null, head: pageHead(page.shown, canonicalOf(ctx, page)), view, sites };
  });
}

/** Whether a visitor returns from a payment that they began on this page: only they know its checkout. */
const isPaidReturn = async (
  tx: TenantTransaction,
  tenantId: number,
  { paid, isEmbedded }: AskedPage,
): Promise<boolean> =>
  paid !== null && !isEmbedded && (await findOfBookingPage({ tx, tenantId }, paid)) !== undefined;

/** Where the page is for search engines: on the practice's own host, if it has one; null for one that is off. */
function canonicalOf({ deps }: PublicContext, { settings }: BookingPageState): string | null {
  const publicUrl = deps.env.PUBLIC_URL;
  if (publicUrl === undefined || !settings.booking_page) return null;
  return bookingPageAddress(publicUrl, settings) ?? `${publicUrl}/book`;
}

/** The service in the address; null for none, and for one that the page does not offer. */
const namedService = ({ shown }: BookingPageState, { serviceId }: AskedPage): number | null =>
  shown.requests_open && shown.services.some(({ id }) => id === serviceId) ? serviceId : null;

/** The months up to the first with a free time. */
async function monthsOf(
  ctx: PublicContext,
  tx: TenantTransaction,
  { shown }: BookingPageState,
  serviceId: number,
): Promise<BookableMonth[]> {
  const months: BookableMonth[] = [];
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    const [year, month] = addToMonth(monthOf(shown.today), ahead).split('-').map(Number);
    const input = { year, month, service_id: serviceId };
    const found = await monthForAnyone(ctx, tx, shown, input);
    months.push(found);
    if (found.days.some(({ state }) => state === 'open')) break;
  }
  return months;
}

/** The page of a host's own practice, for robots and site maps; null for none. */
export async function pageOfHost(ctx: PublicContext): Promise<string | null> {
  const found = await findBookingPage(ctx, { label: null, isEmbedded: false, serviceId: null, paid: null });
  return found.missing === null ? found.head.canonical : null;
}

/** The logo of a practice whose page is shown. @throws AppError `not_found` */
export async function bookingPageLogo(
  ctx: PublicContext,
  tenantId: number,
): Promise<{ type: string; content: Buffer }> {
  const address = await inShownPractice(ctx, tenantId, (tx) => smallLogo(tx, tenantId));
  const [, type, content] = /^data:(image\/[a-z]+);base64,(.*)$/s.exec(address ?? '') ?? [];
  if (type === undefined || content === undefined) throw new AppError('not_found');
  return { type, content: Buffer.from(content, 'base64') };
}
