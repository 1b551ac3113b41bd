import type { Trade } from '@burrow/contracts/medicine';

interface StarterTemplate {
  kind: 'template' | 'quick_text';
  name: string;
  body: string;
}

const template = (name: string, ...lines: string[]): StarterTemplate => ({
  kind: 'template',
  name,
  body: lines.join('\n'),
});
const quickText = (name: string, body: string): StarterTemplate => ({ kind: 'quick_text', name, body });

/** What a practice of each trade can begin with, and then change. */
export const starterTemplates: Readonly<Record<Trade, readonly StarterTemplate[]>> = {
  vet: [
    template('Consultation', 'Reason: ', 'History: ', 'Examination: ', 'Assessment: ', 'Plan: '),
    template(
      'Booster',
      'Well in himself/herself. Eating and drinking normally.',
      'Examination: heart and lungs normal, abdomen comfortable, teeth ',
      'Vaccination given, no reaction at the time.',
      'Advised: ',
    ),
    template('Dental', 'Anaesthetic: ', 'Findings: ', 'Treatment: ', 'Extractions: ', 'Home care: '),
    template('Operation', 'Procedure: ', 'Anaesthetic: ', 'Findings: ', 'Closure: ', 'Aftercare: '),
    template('Post-operative check', 'Wound: ', 'Comfort: ', 'Sutures out: ', 'Next check: '),
    quickText('No abnormalities', 'No abnormalities detected on examination.'),
    quickText('Bright and alert', 'Bright, alert and responsive.'),
    quickText('Mucous membranes', 'Mucous membranes pink and moist, capillary refill under 2 seconds.'),
    quickText('Recheck', 'Recheck in 7 to 10 days, sooner if worse.'),
    quickText('Consent', 'Treatment, risks and costs discussed with the client, who agreed.'),
  ],
  groomer: [
    template('Coat notes', 'Coat: ', 'Skin: ', 'Cut and blade: ', 'Bath: ', 'Next time: '),
    template('Health check', 'Ears: ', 'Eyes: ', 'Teeth: ', 'Nails: ', 'Skin and lumps: '),
    template('Hand strip', 'Coat before: ', 'Areas stripped: ', 'Tools: ', 'Next time: '),
    quickText('Matted', 'Coat matted; the client agreed to a short clip.'),
    quickText('Nails', 'Nails clipped and filed.'),
    quickText('Ears', 'Ears cleaned and plucked.'),
    quickText('Nervous of dryer', 'Nervous of the dryer: used the low setting and breaks.'),
    quickText('See a vet', 'Advised the client to have this seen by a vet.'),
  ],
};
