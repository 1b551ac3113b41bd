import { paymentMethods, type PaymentMethod } from '@burrow/contracts/booking-status';
import { Banknote, CreditCard, Landmark } from 'lucide-react';
import { Link } from 'react-router-dom';
import { wallClock } from '../../../lib/format.ts';
import { useListState, type ListState } from '../../../lib/list-address.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';
import { rowLinkMark } from '../../../ui/row-keys.ts';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { rowLinkClass, Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { changeInWords } from '../report-words.ts';
import type { PaidBooking, PaidBookingsReport } from '../use-paid-bookings.ts';

const methodIcons = { Cash: Banknote, Card: CreditCard, BACS: Landmark } as const satisfies Record<
  PaymentMethod,
  typeof Banknote
>;

/** The payment method as an icon, with its name for screen readers and as a tooltip. */
const Methods = ({ methods }: { methods: readonly PaymentMethod[] }) => (
  <span className="relative z-1 inline-flex gap-2 print:flex-col print:gap-0">
    {methods.map((method) => {
      const Icon = methodIcons[method];
      return (
        <span key={method} title={method} className="inline-flex items-center gap-1">
          <Icon aria-hidden="true" className="size-5 text-ink-soft" />
          <span className="sr-only print:not-sr-only">{method}</span>
        </span>
      );
    })}
  </span>
);

/** The amount taken, with the price below it if different. */
function Amount({ amount, price }: Pick<PaidBooking, 'amount' | 'price'>) {
  const formats = useFormats();
  return (
    <>
      <span
        className={classNames('block font-semibold', Number(amount) < 0 && 'text-attention print:text-ink')}
      >
        {formats.money(amount)}
      </span>
      {amount === price ? null : (
        <span className="block text-sm text-ink-soft">of {formats.money(price)}</span>
      )}
    </>
  );
}

/** Whether the last entry was a refund or void. */
const isTakenBack = ({ last_kind }: PaidBooking): boolean => last_kind === 'refund' || last_kind === 'void';

// On a phone, a row is a card of two columns.
const rowClass =
  'print:bg-transparent! phone:grid phone:grid-cols-[minmax(0,1fr)_auto] phone:gap-x-3 phone:border-b phone:border-line phone:px-4 phone:py-2.5 phone:last:border-b-0';
const cellClass = 'align-top phone:border-0! phone:p-0! print:px-1.5! print:py-1.5';
const places = {
  id: 'figures phone:col-start-1 phone:row-start-3 phone:pl-7! phone:text-sm',
  animal: 'phone:col-start-1 phone:row-start-1',
  time: 'figures md:whitespace-nowrap print:whitespace-normal phone:col-start-1 phone:row-start-2 phone:pl-7! phone:text-sm',
  total: 'figures text-right whitespace-nowrap print:whitespace-normal phone:col-start-2 phone:row-start-1',
  method: 'phone:col-start-2 phone:row-start-2 phone:justify-self-end',
  who: 'wrap-anywhere phone:col-start-2 phone:row-start-3 phone:max-w-36 phone:justify-self-end phone:text-right phone:text-sm phone:text-ink-soft',
} as const;

interface RowProps {
  booking: PaidBooking;
  /** The day of its last payment, refund or void, YYYY-MM-DD on the practice's clock. */
  paidOn: string;
  state: ListState;
}

function Row({ booking, paidOn, state }: RowProps) {
  const formats = useFormats();
  return (
    <Tr interactive className={rowClass}>
      <Td className={classNames(cellClass, places.id)}>
        <Link
          to={paths.booking(booking.id)}
          state={state}
          className={rowLinkClass}
          {...rowLinkMark(booking.id)}
        >
          <span className="sr-only phone:not-sr-only">Booking </span>
          {booking.id}
        </Link>
      </Td>
      <Td className={classNames(cellClass, places.animal)}>
        <span className="flex min-w-0 gap-2">
          <SpeciesIcon species={booking.species} className="mt-px size-5! text-ink-soft" />
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-medium">{booking.animal_name}</span>
            <span className="block text-sm text-ink-soft">{booking.client_name}</span>
          </span>
        </span>
      </Td>
      <Td className={classNames(cellClass, places.time)}>
        {formats.day(booking.booking_date)}, {formats.time(booking.booking_time)}
        {paidOn === booking.booking_date && !isTakenBack(booking) ? null : (
          <span className="block text-sm text-ink-soft">
            {changeInWords(booking)} {formats.day(paidOn)}
          </span>
        )}
      </Td>
      <Td className={classNames(cellClass, places.total)}>
        <Amount amount={booking.amount} price={booking.price} />
      </Td>
      <Td className={classNames(cellClass, places.method)}>
        <Methods methods={booking.paid_types} />
      </Td>
      <Td className={classNames(cellClass, places.who)}>{booking.staff_member ?? '–'}</Td>
    </Tr>
  );
}

const footRow = 'phone:flex phone:justify-between phone:gap-3 phone:px-4';
const footLabel = 'px-4 text-left phone:p-0! print:px-1.5';
const footSum = 'figures px-3 text-right phone:p-0! print:px-1.5';

/** The deposits without an appointment, which the rows do not include but the total does. */
function OtherDeposits({ amount }: { amount: string }) {
  const formats = useFormats();
  return (
    <tbody className="border-t-2 border-line phone:block">
      <tr className={classNames(footRow, 'phone:py-2.5')}>
        <th scope="row" colSpan={3} className={classNames(footLabel, 'py-2 font-medium')}>
          Deposits without an appointment
        </th>
        <td className={classNames(footSum, 'py-2 font-semibold')}>{formats.money(amount)}</td>
      </tr>
    </tbody>
  );
}

/** The total of the report, and its parts by method if there are several. */
function Totals({ summary, filters }: Pick<PaidBookingsReport, 'summary' | 'filters'>) {
  const formats = useFormats();
  const sums = [
    { name: 'Total', sum: summary.total_revenue },
    ...(filters.paid_type === '' ? paymentMethods : []).map((name) => ({
      name,
      sum: summary.by_method[name],
    })),
  ];
  return (
    // Printed once, at the end.
    <tfoot className="border-t-2 border-line *:last:*:pb-2.5 phone:block phone:py-2 print:table-row-group">
      {sums.map(({ name, sum }, index) => (
        <tr key={name} className={classNames(footRow, 'print:break-inside-avoid')}>
          <th
            scope="row"
            colSpan={3}
            className={classNames(
              footLabel,
              index === 0 ? 'pt-2 pb-0.5 font-semibold' : 'py-0.5 font-normal text-ink-soft',
            )}
          >
            {name}
          </th>
          <td className={classNames(footSum, index === 0 ? 'pt-2 pb-0.5 font-semibold' : 'py-0.5')}>
            {formats.money(sum)}
          </td>
        </tr>
      ))}
    </tfoot>
  );
}

// Fixed widths for print, so that a long name does not take the room of other columns.
const columns = [
  { label: 'Booking ID', className: 'print:w-[11%]' },
  { label: 'Animal/Customer', className: 'w-2/5 print:w-[26%]' },
  { label: 'Date/Time', className: 'print:w-[22%]' },
  { label: 'Total', className: 'text-right print:w-[15%]' },
  { label: 'Method', className: 'print:w-[11%]' },
  { label: 'Who?', className: 'w-1/5 print:w-[15%]' },
];

/** The loaded appointments of the report, with the deposits without an appointment below. */
export function PaidBookingsTable({
  rows,
  summary,
  filters,
}: Pick<PaidBookingsReport, 'rows' | 'summary' | 'filters'>) {
  const state = useListState();
  const clock = wallClock(usePractice()?.time_zone ?? 'UTC');
  return (
    <Table caption="Paid bookings" className="phone:block print:table-fixed">
      <thead className="phone:sr-only">
        <tr>
          {columns.map(({ label, className }) => (
            <Th key={label} className={classNames('print:px-1.5!', className)}>
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody className="phone:block">
        {rows.map((booking) => (
          <Row
            key={booking.id}
            booking={booking}
            paidOn={clock(new Date(booking.paid_at)).slice(0, 10)}
            state={state}
          />
        ))}
      </tbody>
      {Number(summary.other_deposits) === 0 ? null : <OtherDeposits amount={summary.other_deposits} />}
      <Totals summary={summary} filters={filters} />
    </Table>
  );
}
