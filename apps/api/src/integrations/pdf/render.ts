import type * as invoice from './invoice-document.ts';
import type * as referral from './referral-document.ts';
import type * as report from './report-document.ts';

// The drawing code is large, so it is loaded with the first document.

export const renderInvoice: typeof invoice.renderInvoice = async (...what) =>
  (await import('./invoice-document.ts')).renderInvoice(...what);

export const renderReferral: typeof referral.renderReferral = async (...what) =>
  (await import('./referral-document.ts')).renderReferral(...what);

export const renderReport: typeof report.renderReport = async (...what) =>
  (await import('./report-document.ts')).renderReport(...what);
