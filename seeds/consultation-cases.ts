import type { SpeciesProfile } from './breeds.ts';

/** The reason for a consultation, and its findings. */
export interface ConsultationCase {
  /** The owner's words when booking. */
  complaint: string;
  /** The vet's notes after it. */
  finding: string;
  /** 0 to 10. */
  pain: number;
  fever?: boolean;
}

/** Whether it is too urgent to wait for tomorrow. */
export const isAcute = ({ complaint, pain }: ConsultationCase): boolean =>
  pain >= 5 ||
  /this morning|hour ago|overnight|last night|collapsed|bleeding|straining|off feed/i.test(complaint);

/** `complaint | finding | pain | fever`, a line each. */
function cases(lines: string): ConsultationCase[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [complaint = '', finding = '', pain = '0', fever] = line.split('|').map((part) => part.trim());
      return { complaint, finding, pain: Number(pain), fever: fever === 'fever' };
    });
}

export const consultationCases: Record<SpeciesProfile['kind'], readonly ConsultationCase[]> = {
  dog: cases(`
Limping on the left foreleg, worse after walks. | Elbow sore on extension. Rest and NSAID for 7 days, recheck if no better. | 4
Scratching ears and shaking head. | Otitis externa both sides, yeast on cytology. Cleaned, drops twice daily for 10 days. | 3
Vomited four times overnight, off food this morning. | Abdomen soft, mild dehydration. Anti-emetic given, bland diet in small meals. | 3
Loose stools for three days, otherwise bright. | Suspect dietary indiscretion. Probiotic paste and bland diet; sample if still loose after the weekend. | 1
New lump on the right flank, size of a grape. | Soft, movable, fat cells on fine-needle aspirate. Measure monthly. | 0
Coughing at night, gagging in the morning. | Tracheal pinch positive, chest clear. Likely kennel cough; rest and no group walks for two weeks. | 1 | fever
Licking front paws raw. | Interdigital redness, no mites seen. Medicated wash, discussed food trial. | 2
Scooting along the carpet. | Anal glands full, expressed without trouble. | 2
Stiff getting up, slower on stairs. | Hips reduced in extension. Started joint monthly injection, discussed weight. | 4
Cut pad on broken glass this morning. | 2 cm superficial cut, flushed and dressed. Bandage change in two days, keep dry. | 4
Ate most of a bar of dark chocolate an hour ago. | Emesis induced, chocolate recovered. Heart rate normal, home with charcoal. | 1
Runny eye, rubbing at it. | Small corneal ulcer on fluorescein. Drops four times daily, cone on, recheck in three days. | 5
Drinking much more than usual. | Urine sample taken, blood profile booked. | 0
Broken dew claw, bleeding. | Claw removed under local, light dressing. | 4
Collapsed briefly on the beach, now normal. | Gums pink, rhythm regular. ECG discussed; come straight back if it recurs. | 1
`),
  cat: cases(`
Straining in the litter tray, passing little. | Bladder small and sore, not blocked. Pain relief, wet food only, urine sample to the lab. | 5
Came home with a swollen cheek. | Cat-bite abscess. Lanced, flushed, antibiotics for 5 days. | 5 | fever
Losing weight although eating well. | Thyroid nodule felt. Blood profile booked. | 0
Sneezing, runny eyes, quiet for two days. | Upper respiratory virus likely. Supportive care, warm food, recheck if not eating. | 2 | fever
Not jumping on the bed any more. | Arthritic elbows and hips. Trial of monthly pain injection. | 4
Overgrooming belly, bald patch. | No fleas seen, skin quiet. Treat household for fleas; diary of stress. | 1
Vomits hairballs twice a week. | Abdomen normal. Brushing and a hairball diet for a month. | 0
Drooling and pawing at the mouth. | Resorptive lesion lower left. Booked for dental. | 6
Missed two meals, hiding under the bed. | Mild fever, no wounds found. Fluids under the skin and pain relief; reweigh tomorrow. | 3 | fever
Limping on hind leg after a night out. | Stifle sore, nothing broken to the touch. Indoors for a week with pain relief. | 4
Third eyelid showing on both sides. | Stool sample for parasites, bright otherwise. | 1
Blood pressure check, on tablets since spring. | 158 mmHg, average of five. Same dose. | 0
`),
  rabbit: cases(`
Not eating since last night, small droppings. | Gut sounds reduced. Motility drugs, pain relief and syringe feeding shown; phone tomorrow. | 4
Wet chin, dropping food. | Molar spurs on the right. Dental under anaesthetic advised. | 5
Dirty bottom, flies about. | Clipped and cleaned, no maggots. Fewer pellets, more hay. | 2
Head tilted to the left for a few days. | Alert, eating. Treatment for E. cuniculi for 28 days. | 2
`),
  small: cases(`
Crusty skin and scratching. | Mites seen on tape strip. Three spot-on doses two weeks apart. | 2
Front teeth overgrown. | Burred under sedation, chewing well afterwards. | 3
Lump under the chin. | Abscess opened and flushed, recheck in three days. | 4
Quiet and fluffed up. | Warmth, fluids and recovery food. Chest clear. | 3
`),
  bird: cases(`
Plucking chest feathers. | Skin calm, no mites. Discussed light, company and diet. | 1
Sitting low on the perch, tail bobbing. | Crackles on the right. Oxygen, nebuliser, antibiotic in the water. | 3
Beak overgrown. | Trimmed to shape. Liver profile suggested at next visit. | 0
`),
  reptile: cases(`
Not eaten for three weeks. | Weight stable. Basking spot 4 °C too cool, corrected; recheck in a fortnight. | 0
Retained skin on toes. | Soaked and removed, circulation good. Humid hide advised. | 1
Soft lower jaw. | Early metabolic bone disease. Calcium and a new UVB tube. | 3
Health check before hibernation. | Good weight for length, faecal sample clear. Safe to hibernate. | 0
`),
  horse: cases(`
Visit at the yard: lame near fore since the farrier. | Sole bruise, poulticed. Recheck in two days. | 4
Visit at the yard: cough in the stable. | Soaked hay and turnout, scope if no better in two weeks. | 1
Visit at the yard: dull and off feed. | Temperature up, mild impaction. Drench given, hand-walk, ring at 18:00. | 5 | fever
`),
  fish: cases(`
Red sores along one side. | Skin scrape: flukes. Pond treatment dosed for 4,500 litres. | 2
`),
};

/** Clients' texts in the portal's form, by reason. */
export const requestNotes: readonly { service: string; note: string }[] = [
  {
    service: 'Booster vaccination',
    note: 'Booster is due this month according to the card. Could you check the weight as well?',
  },
  {
    service: 'Consultation',
    note: 'Scratching the left ear again. Any day after school would be best, but this works too.',
  },
  {
    service: 'Consultation',
    note: 'Stiff in the mornings since the weather turned. Happy to see any of the vets.',
  },
  { service: 'Nail clip', note: 'Nails are getting long and I’m not allowed near them.' },
];

/** Short notes on other visits, by reason. */
export const visitNotes: Record<string, readonly string[]> = {
  'Repeat consultation': [
    'Much better on the tablets, finishing the course.',
    'Wound healing well, stitches out today.',
    'Ear drops finished, canal clean and dry.',
    'Weight stable, appetite back to normal.',
  ],
  'Booster vaccination': [
    'No reaction last year. Health check unremarkable.',
    'Kennel cough given as well.',
    'Reminder for next year set.',
  ],
  'First vaccinations': [
    'Second jab in four weeks. Puppy class leaflet given.',
    'First worming today, next in two weeks.',
  ],
  Microchip: ['Chip scanned before and after. Registration form completed.'],
  'Nail clip': [
    'Two people to hold.',
    'Dew claws catching, keep short.',
    'One quick nicked, bleeding stopped.',
  ],
  'Nurse clinic': [
    '0.4 kg down since last month. Well done.',
    'Body condition 6 of 9, same plan for four more weeks.',
    'Diet changed to the light kibble.',
  ],
  'Dental scale and polish': [
    'Fasted from 20:00. Two incisors extracted.',
    'Fasted. Grade 2 tartar, no extractions.',
    'Pre-anaesthetic bloods clear. Home after 15:00.',
  ],
  'Neutering – cat': [
    'Fasted from 20:00. Routine, home this afternoon with a cone.',
    'Flank approach, two skin sutures.',
  ],
  'Neutering – dog': ['Fasted from 20:00. Routine, recheck in three days.', 'Keep on the lead for ten days.'],
  'X-ray': [
    'Sedation tolerated well. Two views of the hips.',
    'Chest, three views. Images sent to the cardiologist.',
  ],
  'Blood test': [
    'Fasted sample. Results by tomorrow lunchtime.',
    'Thyroid level, four hours after the tablet.',
  ],
};
