import type { PdfDocuments } from '../../lib/ports/pdf-documents.ts';

/** What draws documents is large. A server has it in memory from the first one that it makes. */
export const pdfDocuments: PdfDocuments = {
  invoice: async (...what) => (await import('./invoice-document.ts')).renderInvoice(...what),
  referral: async (...what) => (await import('./referral-document.ts')).renderReferral(...what),
  report: async (...what) => (await import('./report-document.ts')).renderReport(...what),
};
