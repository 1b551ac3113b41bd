import type { DocumentPractice } from '../../../lib/ports/document-practice.ts';
import type { InvoicePayments, InvoiceSnapshot } from '../../../lib/ports/invoice-snapshot.ts';
import type { ReferralData } from '../../../lib/ports/pdf-documents.ts';

const practice: DocumentPractice = {
  name: 'Willow Vets',
  address: '12 High Street\nWalcot\nBath BA1 2AB',
  phone: '01225 496 000',
  email: 'hello@willow.example',
  accentColour: null,
  locale: 'en-GB',
};

const client = {
  name: 'Emma Hartley',
  address: '14 Orchard Lane, Bathwick, Bath BA2 6QR',
  email: 'emma@example.com',
  phone: '07700 900001',
};

type Invoice = InvoiceSnapshot & InvoicePayments;

/** An unpaid invoice of £93.35 by a practice without VAT, with the given changes. */
export function sampleInvoice(changes: Partial<Invoice> = {}): Invoice {
  return {
    number: 'INV-000012',
    issuedOn: '2026-11-21',
    replaces: null,
    currency: 'GBP',
    practice,
    vat: null,
    client,
    animal: { name: 'Biscuit', species: 'Dog', breed: 'Cocker Spaniel' },
    appointment: { date: '2026-11-18', time: '09:30', reference: '#1043' },
    staffMember: 'Dr Sam Patel',
    lines: [
      {
        description: 'Annual booster vaccination',
        detail: 'With a health check',
        quantity: 1,
        unitPricePence: 4500,
        amountPence: 4500,
      },
      { description: 'Flea treatment', detail: null, quantity: 3, unitPricePence: 1195, amountPence: 3585 },
      { description: 'Nail clipping', detail: null, quantity: 1, unitPricePence: 1250, amountPence: 1250 },
    ],
    payments: [],
    isCancelled: false,
    paymentNote: null,
    ...changes,
  };
}

/** The practice of the sample documents, with the given changes. */
export const samplePractice = (changes: Partial<DocumentPractice> = {}): DocumentPractice => ({
  ...practice,
  ...changes,
});

/** A referral of a dog with one allergy and one earlier visit, with the given changes. */
export function sampleReferral(changes: Partial<ReferralData> = {}): ReferralData {
  return {
    preparedOn: '2026-11-21',
    reference: '#1043',
    practice,
    client,
    animal: {
      name: 'Biscuit',
      species: 'Dog',
      breed: 'Cocker Spaniel',
      sex: 'Female, neutered',
      colour: 'Golden',
      dateOfBirth: '2022-06-03',
      weight: '12.4',
      allergies: 'Penicillin: swelling within the hour.',
      noKnownAllergies: false,
      behaviourNotes: 'Nervous of other dogs.',
      notes: 'On a hydrolysed diet.',
    },
    appointment: {
      date: '2026-11-18',
      time: '09:30',
      service: 'Consultation',
      notes: 'Third episode of lameness in six weeks.\n\nReferred for imaging.',
    },
    recentVisits: [
      { date: '2026-10-19', service: 'Follow-up', staffMember: 'Kim Lowe', notes: 'Rest advised.' },
    ],
    referredBy: { name: 'Dr Sam Patel', role: 'Veterinary surgeon' },
    ...changes,
  };
}

const foreign = 'Größe Łódź ő ş façade Ångström Κυριάκος Иванов £ € “quoted” – dashed. ';

/** Texts that have broken documents before: each field of a document must handle each of them. */
export const nastyTexts: Record<string, string> = {
  'five thousand characters': foreign.repeat(80).slice(0, 5000),
  'an unbroken word of 5,000 letters': 'Wé'.repeat(2500),
  'line breaks only': '\r\n'.repeat(2500),
  'control characters': '\u0000\u0001a\u0007\u001b[31mb\u007f\u0085c\u2028d\ufeff',
  'emoji and scripts without a face': '🐶👩🏽‍⚕️🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣ 王小明 한국어 नमस्ते ไทย',
  'halves of surrogate pairs': '\ud83d dog \udc36',
  'piled marks': `Z${'\u0301\u0316\u0327'.repeat(200)}algo`,
  'right to left': 'مرحبا \u202eabc\u202c שלום',
  'PDF and HTML syntax': ') Tj ET (((\\ <script>alert(1)</script> %EOF endstream endobj',
};
