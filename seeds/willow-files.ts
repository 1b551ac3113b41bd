import { makeFile } from '../packages/dev/src/factory-bookings.ts';
import type { OwnerDb } from '../packages/dev/src/factory-insert.ts';
import { pdfPage } from './paper.ts';
import { portrait, willowLogo, type PortraitKind } from './portraits.ts';
import type { Patient } from './willow-animals.ts';
import type { Appointment } from './willow-bookings.ts';

const portraitCount = 10;

/**
 * The practice's logo, pictures of the animals with the next appointments, and documents of the demo customer's animals.
 */
export async function insertFiles(
  db: OwnerDb,
  tenantId: number,
  portalAnimals: readonly Patient[],
  appointments: readonly Appointment[],
  uploadedBy: number,
  today: string,
): Promise<void> {
  await makeFile(db, {
    tenant_id: tenantId,
    file_type: 'logo',
    filename: 'willow-vets-logo.png',
    mime_type: 'image/png',
    content: await willowLogo(256),
    thumbnail: await willowLogo(160),
    thumbnailType: 'image/png',
    uploaded_by_user_id: uploadedBy,
  });
  await insertPortraits(db, portalAnimals, appointments, uploadedBy, today);
  await insertPapers(db, portalAnimals, appointments, uploadedBy);
}

async function insertPortraits(
  db: OwnerDb,
  portalAnimals: readonly Patient[],
  appointments: readonly Appointment[],
  uploadedBy: number,
  today: string,
): Promise<void> {
  const soon = appointments.filter(({ visit }) => visit.date >= today).map(({ visit }) => visit);
  soon.sort((a, b) => a.date.localeCompare(b.date) || a.start - b.start);
  const pictured = [...new Set([...portalAnimals, ...soon.map(({ patient }) => patient)])].filter(isDrawable);
  for (const [index, { row, profile }] of pictured.slice(0, portraitCount).entries()) {
    const picture = await portrait(profile.kind as PortraitKind, row.color, index);
    await makeFile(db, {
      animal: row,
      file_type: 'profile_picture',
      filename: `profile_picture_${Date.parse(row.updated_at) + index}.png`,
      mime_type: 'image/png',
      content: picture,
      thumbnail: picture,
      thumbnailType: 'image/png',
      uploaded_by_user_id: uploadedBy,
    });
  }
}

const isDrawable = ({ profile }: Patient): boolean => ['dog', 'cat', 'rabbit'].includes(profile.kind);

async function insertPapers(
  db: OwnerDb,
  [biscuit, mabel]: readonly Patient[],
  appointments: readonly Appointment[],
  uploadedBy: number,
): Promise<void> {
  if (!biscuit || !mabel) return;
  const common = { mime_type: 'application/pdf', uploaded_by_user_id: uploadedBy };
  await makeFile(db, {
    ...common,
    animal: biscuit.row,
    filename: 'vaccination-record-biscuit.pdf',
    content: pdfPage('Vaccination record: Biscuit', vaccinationRecord),
  });
  await makeFile(db, {
    ...common,
    tenant_id: biscuit.row.tenant_id,
    client_id: biscuit.row.client_id,
    filename: 'meadow-pet-cover-policy.pdf',
    content: pdfPage('Meadow Pet Cover: policy summary', policySummary),
  });
  const visitFor = (service: string) =>
    appointments.find(
      ({ visit, booking }) =>
        visit.patient === mabel && visit.offer.name === service && booking.status === 'completed',
    );
  const bloodTest = visitFor('Blood test');
  if (bloodTest) {
    const content = pdfPage('Laboratory report: Mabel', bloodResults);
    await makeFile(db, {
      ...common,
      booking: bloodTest.booking,
      filename: 'blood-results-mabel.pdf',
      content,
    });
  }
  const dental = visitFor('Dental scale and polish');
  if (dental) {
    await makeFile(db, {
      booking: dental.booking,
      mime_type: 'text/plain',
      uploaded_by_user_id: uploadedBy,
      filename: 'discharge-notes.txt',
      content: Buffer.from(dischargeNotes),
    });
  }
}

const vaccinationRecord = [
  'Cockapoo, apricot, male neutered',
  '',
  'Primary course      distemper, hepatitis, parvovirus, leptospirosis   given at 8 and 12 weeks',
  'First booster         distemper, hepatitis, parvovirus, leptospirosis   given at 15 months',
  'Yearly                   leptospirosis, kennel cough (intranasal)',
  '',
  'No reactions recorded.',
];

const policySummary = [
  'Policyholder: Charlotte Bennett',
  'Animal: Biscuit, Cockapoo',
  '',
  'Cover: lifetime, £7,000 a policy year for vet fees',
  'Excess: £95 for each condition and policy year',
  'Dental illness is covered if a yearly check is on record.',
  '',
  'Claims may be paid to the practice directly.',
];

const bloodResults = [
  'Domestic Shorthair, female neutered, fasted sample',
  '',
  'Creatinine               128 µmol/l        (71–160)',
  'Urea                        9.1 mmol/l        (5.7–12.9)',
  'ALT                          44 U/l               (12–130)',
  'Glucose                  6.2 mmol/l         (4.1–8.8)',
  'Total T4                   31 nmol/l           (10–60)',
  '',
  'Within reference ranges. Repeat in twelve months.',
];

const dischargeNotes = `Mabel went home this afternoon after her scale and polish.

Soft food until tomorrow evening, then as usual.
Pain relief once a day with food for three days, starting tomorrow.
Brush from next week. A nurse clinic in ten weeks is booked to look at the gums.

Call us if she does not eat by tomorrow lunchtime.
`;
