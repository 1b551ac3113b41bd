import type { PdfDocuments } from '../../lib/ports/pdf-documents.ts';

/** What draws documents is large. A server has it in memory from the first one that it makes. */
export const pdfDocuments: PdfDocuments = {
  invoice: async (...what) => (await import('./invoice-document.ts')).renderInvoice(...what),
  referral: async (...what) => (await import('./referral-document.ts')).renderReferral(...what),
  record: async (...what) => (await import('./record-document.ts')).renderRecord(...what),
  prescription: async (...what) => (await import('./prescription-document.ts')).renderPrescription(...what),
  vaccinations: async (...what) => (await import('./vaccination-document.ts')).renderVaccinations(...what),
  report: async (...what) => (await import('./report-document.ts')).renderReport(...what),
};
