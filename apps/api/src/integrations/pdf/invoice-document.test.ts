import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { renderInvoice } from './invoice-document.ts';
import { readPdf, type PlacedText, type ReadPage } from './testing/read-pdf.ts';
import { nastyTexts, sampleInvoice, samplePractice } from './testing/sample-documents.ts';

const read = async (...invoice: Parameters<typeof renderInvoice>) => readPdf(await renderInvoice(...invoice));
const payment = (kind: 'payment' | 'deposit' | 'refund', method: string, amountPence: number) => ({
  takenOn: '2026-11-10',
  kind,
  method,
  amountPence,
});

describe('an invoice', () => {
  it('names practice, client, animal and appointment', async () => {
    const { text, pages } = await read(sampleInvoice({ replaces: 'INV-000009', paymentNote: 'Thank you.' }));
    expect(pages).toHaveLength(1);
    for (const part of [
      'Willow Vets',
      'Walcot',
      'Bath BA1 2AB',
      '01225 496 000',
      'hello@willow.example',
      'INV-000012',
      '21 November 2026',
      'Replaces invoice',
      'INV-000009',
      'Emma Hartley',
      '14 Orchard Lane\nBathwick\nBath BA2 6QR',
      'emma@example.com',
      '07700 900001',
      'Biscuit',
      'Dog, Cocker Spaniel',
      '18 November 2026, 09:30',
      'With Dr Sam Patel',
      'Reference #1043',
      'Thank you.',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('reads row by row, then the totals', async () => {
    const { text } = await read(sampleInvoice());
    expect(text).toMatch(
      /Flea treatment\s*3\s*£11\.95\s*£35\.85\s+Nail clipping\s*1\s*£12\.50\s*£12\.50\s+Subtotal\s*£93\.35\s+Total\s*£93\.35\s+Balance due\s*£93\.35/,
    );
    expect(text).not.toContain('VAT');
  });

  it('shows net, VAT and gross for a registered practice', async () => {
    const { text } = await read(sampleInvoice({ vat: { number: 'GB 123 4567 89', rateBasisPoints: 2000 } }));
    expect(text).toContain('GB 123 4567 89');
    expect(text).toMatch(/Net\s*£77\.79\s+VAT at 20%\s*£15\.56\s+Total including VAT\s*£93\.35/);
  });

  it('deducts a deposit, shows refunds as negative and the balance', async () => {
    const payments = [
      payment('deposit', 'Card', 1000),
      payment('payment', 'BACS', 5000),
      payment('refund', 'Card', 250),
    ];
    const { text } = await read(sampleInvoice({ payments }));
    expect(text).toMatch(
      /Deposit deducted\s*−£10\.00\s+Payments received\s*−£50\.00\s+Refunded\s*£2\.50\s+Balance due\s*£35\.85/,
    );
    expect(text).toMatch(/10 Nov 2026\s*Deposit \(Card\)\s*£10\.00/);
    expect(text).toMatch(/Refund \(Card\)\s*−£2\.50/);
    expect(text).not.toContain('PAID');
  });

  it('is marked as paid when no balance is due, and only then', async () => {
    const paid = await read(sampleInvoice({ payments: [payment('payment', 'Cash', 9335)] }));
    expect(paid.text).toContain('PAID');
    expect(paid.text).toMatch(/Paid in full\s*£0\.00/);
    const tooMuch = await read(sampleInvoice({ payments: [payment('payment', 'Cash', 9400)] }));
    expect(tooMuch.text).toMatch(/In credit\s*£0\.65/);
    const free = await read(sampleInvoice({ lines: [] }));
    expect(free.text).toMatch(/Nothing to pay\s*£0\.00/);
    expect(free.text).not.toContain('PAID');
  });

  it('is marked as cancelled, and requests no further payment', async () => {
    const { text } = await read(
      sampleInvoice({ isCancelled: true, payments: [payment('payment', 'Cash', 1000)] }),
    );
    expect(text).toContain('CANCELLED');
    expect(text).toMatch(/Payments received\s*−£10\.00\s+Cancelled\s*−£83\.35\s+Nothing to pay\s*£0\.00/);
    const credit = await read(
      sampleInvoice({ isCancelled: true, payments: [payment('payment', 'Cash', 9400)] }),
    );
    expect(credit.text).toMatch(/In credit\s*£0\.65/);
  });

  it("uses the practice's currency and locale", async () => {
    const { text } = await read(
      sampleInvoice({ currency: 'EUR', practice: samplePractice({ locale: 'de-DE' }) }),
    );
    expect(text).toContain('93,35 €');
    expect(text).toContain('21. November 2026');
  });

  it('has its title and author, and the same data give the same bytes', async () => {
    const first = await renderInvoice(sampleInvoice());
    expect((await readPdf(first)).info).toEqual({ title: 'Invoice INV-000012', author: 'Willow Vets' });
    expect(Buffer.from(await renderInvoice(sampleInvoice())).equals(Buffer.from(first))).toBe(true);
  });
});

describe('a long invoice', () => {
  const lines = Array.from({ length: 120 }, (_, index) => ({
    description: `Item ${index + 1}.`,
    detail: index % 3 === 0 ? `First of ${index + 1}.\nLast of ${index + 1}.` : null,
    quantity: 1,
    unitPricePence: 100_000 + index,
    amountPence: 100_000 + index,
  }));

  it('loses no row, splits none and repeats the header', async () => {
    const { pages } = await read(sampleInvoice({ lines }));
    expect(pages.length).toBeGreaterThan(4);
    const rows = lines.map(({ description, detail, amountPence }) => {
      const holders = pages.filter((page) => page.text.includes(description));
      const wanted = [description, detail ?? '', `£1,${String(amountPence).slice(1, 4)}.`];
      return holders.length === 1 && wanted.every((part) => holders[0]?.text.includes(part));
    });
    expect(rows).toEqual(lines.map(() => true));
    const withRows = pages.filter((page) => page.text.includes('Item '));
    expect(
      withRows.filter((page) => !/Description\s*Quantity\s*Unit price\s*Amount/.test(page.text)),
    ).toEqual([]);
  });

  it('has its page number and name on each page', async () => {
    const { pages } = await read(sampleInvoice({ lines }));
    const count = pages.length;
    expect(pages.map((page) => /Page \d+ of \d+/.exec(page.text)?.[0])).toEqual(
      pages.map((_, index) => `Page ${index + 1} of ${count}`),
    );
    const head = /^Willow Vets\s*Invoice INV-000012/;
    expect(pages.slice(1).filter((page) => !head.test(page.text))).toEqual([]);
  });

  it('never leaves the totals on a page without a row', async () => {
    const lonely: number[] = [];
    for (let count = 1; count < 45; count += 1) {
      const { pages } = await read(sampleInvoice({ lines: lines.slice(0, count) }));
      const last = pages.find((page) => page.text.includes('Balance due'));
      if (!last?.text.includes(`Item ${count}.`)) lonely.push(count);
    }
    expect(lonely).toEqual([]);
  });

  it('splits a row that is higher than a page', async () => {
    const words = Array.from({ length: 1500 }, (_, index) => `word${index}`);
    const { text, pages } = await read(
      sampleInvoice({ lines: [{ ...lines[0]!, description: words.join(' ') }, lines[1]!] }),
    );
    expect(pages.length).toBeGreaterThan(2);
    expect(text.match(/word\d+/g)).toEqual(words);
    expect(text).toContain('Item 2.');
  });
});

describe('nasty input', () => {
  it.each(Object.entries(nastyTexts))(
    '%s stays inside the margins and overlaps nothing',
    async (_, nasty) => {
      const line = { description: nasty, detail: nasty, quantity: 1.25, unitPricePence: 1, amountPence: 1 };
      const { pages, text } = await read(
        sampleInvoice({
          number: nasty,
          replaces: nasty,
          practice: samplePractice({
            name: nasty,
            address: nasty,
            phone: nasty,
            email: nasty,
            accentColour: nasty,
          }),
          vat: { number: nasty, rateBasisPoints: 1750 },
          client: { name: nasty, address: nasty, email: nasty, phone: nasty },
          animal: { name: nasty, species: nasty, breed: nasty },
          appointment: { date: nasty.slice(0, 40), time: nasty.slice(0, 40), reference: nasty },
          staffMember: nasty,
          lines: [line, line],
          payments: [payment('deposit', nasty, 1)],
          paymentNote: nasty,
        }),
      );
      expect(text).toContain('Total including VAT');
      expect(pages.flatMap(outsideMargins)).toEqual([]);
      expect(pages.flatMap(onTopOfEachOther)).toEqual([]);
    },
  );

  it('keeps the characters that the faces have of a mixed text', async () => {
    const name = 'Zoë Łukasz Őrsi Şafak Κώστας Иван ḥ ✓ 🐶 王';
    const { text } = await read(sampleInvoice({ client: { name, address: null, email: null, phone: null } }));
    expect(text).toContain('Zoë Łukasz Őrsi Şafak Κώστας Иван\nḥ ✓ □');
  });

  it.each([
    ['Hebrew', ['שרה', 'כהן', 'לוי', '12']],
    ['Arabic', ['محمد', 'عبد', 'الله', '12']],
  ])(
    'sets the words of a name in %s from right to left, and its digits from left to right',
    async (_name, words) => {
      const [first, second, third, number] = words;
      const name = `Ms ${first} ${second} (${third}) ${number}`;
      const { text, pages } = await read(
        sampleInvoice({ client: { name, address: null, email: null, phone: null } }),
      );
      const placed = pages[0]!.pieces
        .toSorted((a, b) => a.x - b.x)
        .map((piece) => piece.text.trim().normalize('NFKC'));
      const among = new Set(['Ms', ...words]);
      expect(placed.filter((word) => among.has(word))).toEqual(['Ms', ...words.toReversed()]);
      // It is copied as it is read.
      const copied = text.normalize('NFKC');
      expect(copied.indexOf(first!)).toBeLessThan(copied.indexOf(second!));
    },
  );

  it('omits missing values', async () => {
    const unnamed = { name: '', address: null, email: null, phone: null };
    const { text } = await read(
      sampleInvoice({
        practice: samplePractice({ address: '', phone: null, email: null }),
        client: unnamed,
        animal: { name: 'Rex', species: null, breed: null },
        staffMember: null,
      }),
    );
    expect(text).not.toMatch(/null|undefined|NaN|With (?!a health)|Replaces/);
  });
});

describe('the logo', () => {
  const logo = sharp({ create: { width: 300, height: 100, channels: 4, background: '#7a2f5c80' } });
  const hasImage = async (bytes: Uint8Array) =>
    Buffer.from(await renderInvoice(sampleInvoice(), bytes)).includes('/Subtype /Image');

  it('is embedded from PNG and JPEG', async () => {
    expect(await hasImage(await logo.clone().png().toBuffer())).toBe(true);
    expect(await hasImage(await logo.clone().jpeg().toBuffer())).toBe(true);
  });

  it('is left out when it cannot be decoded', async () => {
    const png = await logo.clone().png().toBuffer();
    const damaged = Buffer.from(png).fill(0, 45, 90);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const bytes of [
      damaged,
      png.subarray(0, 30),
      Buffer.from([0xff, 0xd8, 0xff]),
      svg,
      new Uint8Array(),
    ]) {
      expect(await hasImage(bytes)).toBe(false);
    }
  });
});

/** Pieces that exceed the page's margins. */
const outsideMargins = ({ pieces }: ReadPage): PlacedText[] =>
  pieces.filter(({ x, y, width }) => x < 50 || x + width > 595 - 50 || y < 25 || y > 842 - 45);

function onTopOfEachOther({ pieces }: ReadPage): string[] {
  return pieces.flatMap((one, index) =>
    pieces
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .map((other) => `“${one.text}” over “${other.text}”`),
  );
}

function overlap(one: PlacedText, other: PlacedText): boolean {
  const apart = Math.abs(one.y - other.y) > 0.6 * Math.max(one.size, other.size);
  const beside = one.x + one.width < other.x + 1 || other.x + other.width < one.x + 1;
  return !apart && !beside;
}
