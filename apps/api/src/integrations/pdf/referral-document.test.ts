import { describe, expect, it } from 'vitest';
import { renderReferral } from './referral-document.ts';
import { readPdf } from './testing/read-pdf.ts';
import { nastyTexts, samplePractice, sampleReferral } from './testing/sample-documents.ts';

const read = async (...referral: Parameters<typeof renderReferral>) =>
  readPdf(await renderReferral(...referral));

describe('a referral', () => {
  it('includes client, animal, reason, history and referrer', async () => {
    const { text, info } = await read(sampleReferral());
    for (const part of [
      'Willow Vets',
      'Emma Hartley',
      '14 Orchard Lane\nBathwick',
      'Biscuit, Dog, Cocker Spaniel',
      'Female, neutered',
      'Golden',
      '4 years 5 months',
      '3 June 2022',
      '12.4 kg',
      'Penicillin: swelling within the hour.',
      'Nervous of other dogs.',
      'On a hydrolysed diet.',
      'Consultation\n18 November 2026, 09:30\nThird episode of lameness in six weeks.\nReferred for imaging.',
      'Dr Sam Patel, Veterinary surgeon',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/19 Oct 2026\s*Follow-up\s*Rest advised\.\s*Kim Lowe/);
    expect(info).toEqual({ title: 'Referral of Biscuit', author: 'Willow Vets' });
  });

  it('leaves space for the receiving practice, on one page', async () => {
    const { pages } = await read(sampleReferral());
    const form = pages.find((page) => page.text.includes('For the receiving practice'));
    const [, ours = ''] = form?.text.split('For the receiving practice') ?? [];
    expect(ours).toMatch(/Practice\s*Clinician\s*Findings\s*Signature\s*Date/);
  });

  it('marks unknown values', async () => {
    const unknown = { species: null, breed: null, sex: null, colour: null, dateOfBirth: null, weight: null };
    const { text, pages } = await read(
      sampleReferral({
        client: { name: 'Emma', address: null, email: null, phone: null },
        animal: {
          name: 'Rex',
          ...unknown,
          allergies: null,
          noKnownAllergies: false,
          behaviourNotes: ' \n',
          notes: '',
        },
        appointment: { date: '2026-11-18', time: '09:30', service: null, notes: null },
        recentVisits: [],
        referredBy: null,
      }),
    );
    expect(pages).toHaveLength(1);
    for (const part of [
      'Not recorded',
      'No behaviour notes',
      'No general notes',
      'No notes for this appointment',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/null|undefined|Recent visits| kg/);
  });

  it('says that there are no known allergies only when that was recorded', async () => {
    const { animal } = sampleReferral();
    const said = async (noKnownAllergies: boolean) =>
      (await read(sampleReferral({ animal: { ...animal, allergies: null, noKnownAllergies } }))).text;
    expect(await said(true)).toMatch(/Allergies\s*No known allergies/);
    expect(await said(false)).toMatch(/Allergies\s*Not recorded/);
  });

  it('prints every word of long notes and every visit', async () => {
    const words = (prefix: string) => Array.from({ length: 700 }, (_, index) => `${prefix}${index}.`);
    const { animal, appointment } = sampleReferral();
    const { text, pages } = await read(
      sampleReferral({
        animal: {
          ...animal,
          allergies: words('a').join(' '),
          behaviourNotes: words('b').join(' '),
          notes: words('n').join('\n'),
        },
        appointment: { ...appointment, notes: words('r').join(' ') },
        recentVisits: words('v')
          .slice(0, 60)
          .map((service) => ({
            date: '2026-01-02',
            service,
            staffMember: null,
            notes: 'Seen.',
          })),
      }),
    );
    const printed = new Set(text.split(/\s+/));
    for (const prefix of ['a', 'b', 'n', 'r']) {
      expect(words(prefix).filter((word) => !printed.has(word))).toEqual([]);
    }
    expect(
      words('v')
        .slice(0, 60)
        .filter((word) => !printed.has(word)),
    ).toEqual([]);
    expect(text).toContain(`Page ${pages.length} of ${pages.length}`);
  });

  it.each(Object.entries(nastyTexts))('survives %s in every field', async (_, nasty) => {
    const { animal } = sampleReferral();
    const texts = Object.fromEntries(Object.keys(animal).map((key) => [key, nasty]));
    const { text } = await read(
      sampleReferral({
        preparedOn: nasty.slice(0, 40),
        reference: nasty,
        practice: samplePractice({ name: nasty, address: nasty }),
        client: { name: nasty, address: nasty, email: nasty, phone: nasty },
        animal: { ...animal, ...texts },
        appointment: { date: nasty.slice(0, 40), time: nasty.slice(0, 40), service: nasty, notes: nasty },
        recentVisits: [{ date: '2026-01-02', service: nasty, staffMember: nasty, notes: nasty }],
        referredBy: { name: nasty, role: nasty },
      }),
    );
    expect(text).toContain('For the receiving practice');
  });
});
