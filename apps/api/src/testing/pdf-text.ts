import { readPdf } from '../integrations/pdf/testing/read-pdf.ts';

/** The text of a PDF in reading order, with single spaces between words. */
export async function pdfText(content: Uint8Array): Promise<string> {
  const { text } = await readPdf(content);
  return text.replaceAll(/\s+/g, ' ');
}
