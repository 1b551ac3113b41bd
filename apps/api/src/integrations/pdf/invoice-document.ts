import type { InvoicePayment, InvoicePayments, InvoiceSnapshot } from '../../lib/ports/invoice-snapshot.ts';
import { drawBlocks } from './columns.ts';
import { documentFormat, type DocumentFormat } from './document-format.ts';
import { prepareLogo } from './logo-image.ts';
import { drawFooters, drawLetterhead, drawTitle, headFollowingPages } from './page-furniture.ts';
import { addressLines, prefixedLine, printableLine, printableText } from './printable-text.ts';
import { Sheet } from './sheet.ts';
import { columnGap, drawTable, type TableColumn, type TableRow } from './table.ts';
import type { TextStyle } from './typesetter.ts';

/** The totals of an invoice, all in integer pence. */
interface InvoiceTotals {
  /** The sum of the lines, VAT included. */
  totalPence: number;
  /** The VAT contained in the total; 0 for a practice that is not registered. */
  vatPence: number;
  /** The total less its VAT. */
  netPence: number;
  /** Deposits received. */
  depositPence: number;
  /** Other payments received. */
  paidPence: number;
  /** Refunds, as a positive amount. */
  refundedPence: number;
  /** The amount no longer charged, because the appointment was cancelled after the issue. */
  waivedPence: number;
  /** The balance due; negative after an overpayment. */
  balancePence: number;
}

/** An invoice with its totals and the formatters of its practice. */
interface Invoice {
  data: InvoiceSnapshot & InvoicePayments;
  totals: InvoiceTotals;
  format: DocumentFormat;
}

const totalsWidth = 228;

/**
 * The PDF (A4) of an invoice with its payments. The same data gives the same bytes. `logo` is PNG or JPEG; one that
 * can't be decoded is left out. Throws a RangeError if locale or currency is malformed.
 */
export async function renderInvoice(
  invoice: InvoiceSnapshot & InvoicePayments,
  logo?: Uint8Array | null,
): Promise<Uint8Array> {
  const { practice } = invoice;
  const number = printableLine(invoice.number);
  const format = documentFormat(practice.locale, invoice.currency);
  const whole: Invoice = { data: invoice, totals: invoiceTotals(invoice), format };
  const logoImage = await prepareLogo(logo);
  const sheet = await Sheet.begin({
    title: `Invoice ${number}`,
    author: practice.name,
    date: invoice.issuedOn,
    locale: practice.locale,
    accentColour: practice.accentColour,
  });
  headFollowingPages(sheet, practice, `Invoice ${number}`);
  drawLetterhead(sheet, practice, logoImage);
  drawHead(sheet, whole);
  drawParties(sheet, whole);
  await drawLines(sheet, whole);
  drawTotals(sheet, whole);
  await drawPayments(sheet, whole);
  drawPaymentNote(sheet, whole);
  drawFooters(sheet, practice, `Invoice ${number}`);
  return sheet.finish();
}

/**
 * Adds up an invoice and its payments. VAT is calculated from the total as a whole and rounded half up to a penny.
 */
function invoiceTotals(invoice: InvoiceSnapshot & InvoicePayments): InvoiceTotals {
  const totalPence = sum(invoice.lines.map((line) => line.amountPence));
  const basisPoints = invoice.vat?.rateBasisPoints ?? 0;
  const vatPence = Math.round((totalPence * basisPoints) / (10_000 + basisPoints));
  const received = (kind: 'payment' | 'deposit' | 'refund') =>
    sum(
      invoice.payments
        .filter((payment) => payment.kind === kind)
        .map(({ amountPence }) => Math.abs(amountPence)),
    );
  const depositPence = received('deposit');
  const paidPence = received('payment');
  const refundedPence = received('refund');
  const openPence = totalPence - depositPence - paidPence + refundedPence;
  const waivedPence = invoice.isCancelled ? Math.max(0, openPence) : 0;
  return {
    totalPence,
    vatPence,
    netPence: totalPence - vatPence,
    depositPence,
    paidPence,
    refundedPence,
    waivedPence,
    balancePence: openPence - waivedPence,
  };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The mark of a settled invoice at the top. */
function markOf({ data, totals }: Invoice): string | null {
  if (data.isCancelled) return 'CANCELLED';
  return totals.totalPence > 0 && totals.balancePence === 0 ? 'PAID' : null;
}

function drawHead(sheet: Sheet, invoice: Invoice): void {
  const { data, format } = invoice;
  drawTitle(sheet, {
    title: 'Invoice',
    subtitle: printableLine(data.number),
    mark: markOf(invoice),
    facts: [
      { label: 'Issue date', value: format.day(data.issuedOn) },
      { label: 'VAT number', value: data.vat?.number ?? null },
      { label: 'Replaces invoice', value: data.replaces },
    ],
  });
}

function drawParties(sheet: Sheet, { data, format }: Invoice): void {
  const { strong, body, soft } = sheet.styles;
  const { client, animal, appointment, staffMember } = data;
  const kind = [animal.species, animal.breed].map(printableLine).filter(Boolean).join(', ');
  sheet.rule(sheet.y);
  sheet.y += 12;
  drawBlocks(sheet, [
    {
      heading: 'Bill to',
      lines: [
        { text: printableLine(client.name), style: strong },
        { text: addressLines(client.address).join('\n'), style: body, maxLines: 8 },
        { text: printableLine(client.email), style: soft },
        { text: printableLine(client.phone), style: soft },
      ],
    },
    {
      heading: 'Animal',
      lines: [
        { text: printableLine(animal.name), style: strong },
        { text: kind, style: body },
      ],
    },
    {
      heading: 'Appointment',
      lines: [
        { text: `${format.day(appointment.date)}, ${format.time(appointment.time)}`, style: strong },
        { text: prefixedLine('With', staffMember), style: body },
        { text: prefixedLine('Reference', appointment.reference), style: soft },
      ],
    },
  ]);
  sheet.y += 22;
}

async function drawLines(sheet: Sheet, { data, totals, format }: Invoice): Promise<void> {
  const { strong, body, soft } = sheet.styles;
  const [quantity, unit, amount] = [52, 78, 84];
  const columns: TableColumn[] = [
    { heading: 'Description', width: sheet.width - quantity - unit - amount - 3 * columnGap },
    { heading: 'Quantity', width: quantity, align: 'right' },
    { heading: 'Unit price', width: unit, align: 'right' },
    { heading: 'Amount', width: amount, align: 'right' },
  ];
  const rows = data.lines.map((line): TableRow => [
    [
      { text: line.description, style: strong },
      { text: line.detail ?? '', style: soft },
    ],
    [{ text: format.quantity(line.quantity), style: body }],
    [{ text: format.money(line.unitPricePence), style: body }],
    [{ text: format.money(line.amountPence), style: body }],
  ]);
  await drawTable(sheet, columns, rows, { keepWithLast: totalsHeight(totalRows({ data, totals, format })) });
}

interface TotalRow {
  label: string;
  pence: number;
  weight: 'plain' | 'total' | 'balance';
}

function totalRows({ data, totals, format }: Invoice): TotalRow[] {
  const { totalPence, netPence, vatPence, depositPence, paidPence, refundedPence } = totals;
  const { waivedPence, balancePence } = totals;
  const plain = (label: string, pence: number): TotalRow => ({ label, pence, weight: 'plain' });
  const sums = data.vat
    ? [plain('Net', netPence), plain(`VAT at ${format.rate(data.vat.rateBasisPoints)}`, vatPence)]
    : [plain('Subtotal', totalPence)];
  const received = [
    plain('Deposit deducted', -depositPence),
    plain('Payments received', -paidPence),
    plain('Refunded', refundedPence),
    plain('Cancelled', -waivedPence),
  ].filter((row) => row.pence !== 0);
  const balance = Math.abs(balancePence);
  const label = balancePence > 0 ? 'Balance due' : balancePence < 0 ? 'In credit' : 'Paid in full';
  return [
    ...sums,
    { label: data.vat ? 'Total including VAT' : 'Total', pence: totalPence, weight: 'total' },
    ...received,
    {
      label: balance === 0 && (totalPence === 0 || data.isCancelled) ? 'Nothing to pay' : label,
      pence: balance,
      weight: 'balance',
    },
  ];
}

const rowHeights = { plain: 16, total: 27, balance: 30 } as const;
const totalsHeight = (rows: readonly TotalRow[]): number =>
  10 + rows.reduce((height, row) => height + rowHeights[row.weight], 0);

function drawTotals(sheet: Sheet, invoice: Invoice): void {
  const rows = totalRows(invoice);
  const height = totalsHeight(rows);
  sheet.ensure(height);
  sheet.y += 8;
  const top = sheet.y;
  for (const row of rows) {
    drawTotalRow(sheet, row, invoice.format.money(row.pence));
    sheet.y += rowHeights[row.weight];
  }
  if (invoice.data.vat) {
    const width = sheet.width - totalsWidth - 30;
    sheet.place('Prices include VAT.', sheet.styles.soft, { y: top + 2, width });
  }
  sheet.y += 2;
}

function drawTotalRow(sheet: Sheet, { label, weight }: TotalRow, amount: string): void {
  const { styles } = sheet;
  const style: TextStyle = {
    plain: styles.body,
    total: styles.total,
    balance: { ...styles.total, colour: styles.accent },
  }[weight];
  const offset = { plain: 1, total: 6, balance: 7 }[weight];
  const place = { x: sheet.right - totalsWidth, width: totalsWidth };
  if (weight === 'total') sheet.rule(sheet.y + 3, place);
  const y = sheet.y + offset;
  if (weight === 'balance') sheet.groundBehind(y, style.leading, 5, place);
  sheet.place(label, style, { ...place, y });
  sheet.place(amount, style, { ...place, align: 'right', y });
}

/** As in 'Card', 'Deposit (Card)' or, where the method is not known, 'Deposit'. */
function paymentName(kind: InvoicePayment['kind'], method: string): string {
  if (kind === 'payment') return method || 'Payment';
  const name = { deposit: 'Deposit', refund: 'Refund' }[kind];
  return method ? `${name} (${method})` : name;
}

async function drawPayments(sheet: Sheet, { data, format }: Invoice): Promise<void> {
  if (data.payments.length === 0) return;
  const { body } = sheet.styles;
  const [date, amount] = [110, 84];
  const columns: TableColumn[] = [
    { heading: 'Date', width: date },
    { heading: 'Method', width: sheet.width - date - amount - 2 * columnGap },
    { heading: 'Amount', width: amount, align: 'right' },
  ];
  const rows = data.payments.map(({ takenOn, kind, method, amountPence }): TableRow => {
    const pence = kind === 'refund' ? -Math.abs(amountPence) : Math.abs(amountPence);
    return [
      [{ text: format.shortDay(takenOn), style: body }],
      [{ text: paymentName(kind, printableLine(method)), style: body }],
      [{ text: format.money(pence), style: body }],
    ];
  });
  sheet.y += 16;
  await drawTable(sheet, columns, rows, { title: 'Payments', rowPadding: 3 });
}

function drawPaymentNote(sheet: Sheet, { data }: Invoice): void {
  const note = printableText(data.paymentNote);
  if (note === '') return;
  sheet.y += 16;
  sheet.flow(note, sheet.styles.body, { width: sheet.width * 0.8 });
}
