import { describe, expect, it } from 'vitest';
import type { ReportRow, ReportTable } from '../../lib/ports/report-table.ts';
import { renderReport } from './report-document.ts';
import { readPdf } from './testing/read-pdf.ts';
import { nastyTexts, samplePractice } from './testing/sample-documents.ts';

const row = (id: number, text = 'Biscuit'): ReportRow => [
  id,
  text,
  '2026-01-12',
  '09:30',
  '1234567.89',
  12.5,
];

const sampleTable = (changes: Partial<ReportTable> = {}): ReportTable => ({
  title: 'Takings',
  from: '2026-01-01',
  to: '2026-01-14',
  filters: [{ label: 'Payment type', value: 'Card' }],
  columns: [
    { label: 'Booking ID', kind: 'id' },
    { label: 'Animal', kind: 'text' },
    { label: 'Date', kind: 'day' },
    { label: 'Time', kind: 'time', isBelow: true },
    { label: 'Total', kind: 'money' },
    { label: 'Share', kind: 'percent' },
  ],
  rows: [row(7)],
  totals: [{ label: 'All of it', kind: 'money', value: '-45.00' }],
  notes: [{ name: 'Total', meaning: 'What was taken.' }],
  empty: 'Nothing was taken',
  ...changes,
});

const read = async (changes: Partial<ReportTable> = {}, practice = samplePractice()) =>
  readPdf(
    await renderReport({
      table: sampleTable(changes),
      practice,
      currency: 'GBP',
      generatedAt: '2026-01-14 09:05',
    }),
  );

describe('a printed report', () => {
  it('states its practice, period, subject and time of creation', async () => {
    const { text, info } = await read();
    for (const part of [
      'Willow Vets',
      'Takings',
      '1 January 2026 to 14 January 2026',
      'Payment type\nCard',
      '14 Jan 2026, 09:05',
      'Date/Time',
      '£1,234,567.89',
      '12.5%',
      '−£45.00',
      'Total: What was taken.',
      'Page 1 of 1',
    ]) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(part.replaceAll('\n', ' '));
    }
    expect(info).toEqual({ title: 'Takings', author: 'Willow Vets' });
  });

  it('shows that it is empty, for a day or for several', async () => {
    const { text } = await read({ rows: [], to: '2026-01-01' });
    expect(text).toContain('Nothing was taken');
    expect(text).toContain('1 January 2026\n');
    expect(text).not.toContain('Booking ID');
  });

  it('repeats the header of its table on each page, and numbers the pages', async () => {
    const { pages } = await read({ rows: Array.from({ length: 120 }, (_, index) => row(index + 1000)) });
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, { text }] of pages.entries()) {
      expect(text).toContain('Booking ID');
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    const pieces = pages.flatMap((page) => page.pieces);
    const ids = pieces.filter(({ text }) => /^1\d{3}$/.test(text)).map(({ text }) => Number(text));
    expect(ids).toEqual(Array.from({ length: 120 }, (_, index) => index + 1000));
  });

  it.each([5, 6])('keeps %i columns of any text within the page', async (count) => {
    const columns = Array.from(
      { length: count },
      (_, index) => ({ label: `C${index}`, kind: 'text' }) as const,
    );
    const rows = Object.values(nastyTexts).map((text) => columns.map(() => text));
    const { pages } = await read({ columns, rows }, samplePractice({ name: 'W'.repeat(200) }));
    const width = count > 5 ? 841.89 : 595.28;
    for (const piece of pages.flatMap((page) => page.pieces)) {
      expect(piece.x).toBeGreaterThan(50);
      expect(piece.x + piece.width).toBeLessThan(width - 50);
    }
  });

  it('is the same file for the same data', async () => {
    const render = () =>
      renderReport({
        table: sampleTable(),
        practice: samplePractice(),
        currency: 'GBP',
        generatedAt: '2026-01-14 09:05',
      });
    expect(Buffer.from(await render()).equals(Buffer.from(await render()))).toBe(true);
  });
});
