import type { DocumentPractice } from './document-practice.ts';
import type { PrintedPrescription, PrintedRecord, PrintedVaccinations } from './health-documents.ts';
import type { InvoicePayments, InvoiceSnapshot } from './invoice-snapshot.ts';
import type { ReportTable } from './report-table.ts';

/** An earlier appointment of the animal. Days are `YYYY-MM-DD`. */
interface ReferralVisit {
  date: string;
  service: string | null;
  staffMember: string | null;
  notes: string | null;
}

/**
 * The content of a referral form for another practice. Days are `YYYY-MM-DD`, times `HH:MM` on the practice's clock.
 */
export interface ReferralData {
  /** The date of the form, on which the animal's age is calculated. */
  preparedOn: string;
  /** The appointment's reference as printed, such as '#1043'. */
  reference: string;
  practice: DocumentPractice;
  client: { name: string; address: string | null; email: string | null; phone: string | null };
  animal: {
    name: string;
    species: string | null;
    breed: string | null;
    sex: string | null;
    colour: string | null;
    dateOfBirth: string | null;
    /** Latest weight in kilograms, as a decimal string such as '12.4'. */
    weight: string | null;
    allergies: string | null;
    noKnownAllergies: boolean;
    behaviourNotes: string | null;
    /** General notes. */
    notes: string | null;
  };
  appointment: { date: string; time: string; service: string | null; notes: string | null };
  /** Newest first, in the order they are printed. */
  recentVisits: readonly ReferralVisit[];
  /** The referrer, who signs; null leaves the name to be written in by hand. */
  referredBy: { name: string; role: string | null } | null;
}

/** A report and what is said above it. */
export interface PrintedReport {
  table: ReportTable;
  practice: DocumentPractice;
  /** ISO 4217 */
  currency: string;
  /** YYYY-MM-DD HH:MM on the practice's clock. */
  generatedAt: string;
}

/**
 * Draws documents as PDFs (A4). The same data gives the same bytes. `logo` is PNG or JPEG; one that can't be decoded is left
 * out. Each throws a RangeError if locale or currency is malformed.
 */
export interface PdfDocuments {
  invoice(invoice: InvoiceSnapshot & InvoicePayments, logo?: Uint8Array | null): Promise<Uint8Array>;
  referral(referral: ReferralData, logo?: Uint8Array | null): Promise<Uint8Array>;
  record(record: PrintedRecord, logo?: Uint8Array | null): Promise<Uint8Array>;
  prescription(prescription: PrintedPrescription, logo?: Uint8Array | null): Promise<Uint8Array>;
  vaccinations(vaccinations: PrintedVaccinations, logo?: Uint8Array | null): Promise<Uint8Array>;
  report(report: PrintedReport): Promise<Uint8Array>;
}
