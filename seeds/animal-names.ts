import type { SpeciesProfile } from './breeds.ts';

const words = (list: string): string[] => list.split(' ');

export const femaleNames: readonly string[] = words(
  'Bella Luna Poppy Daisy Willow Rosie Molly Millie Honey Ruby Lola Coco Tilly Maisie Bonnie Dolly Pippa Nell Fern Hazel Skye Olive Mabel Betty Ivy Lottie Winnie Juno Minnie Penny Freya Bramble Tess Meg Flo Dotty Peggy Nala Cleo Jess Tabitha Mitzi Clementine Duchess Beatrix',
);

export const maleNames: readonly string[] = words(
  'Alfie Teddy Max Charlie Buddy Milo Archie Oscar Barney Rufus Bertie Monty Toby Jasper Bruno Ralph Murphy Dexter Rolo Fergus Otis Bear Hugo Reggie Stanley Winston Finn Gus Ozzy Ludo Baxter Scout Wilf Dougal Bramley Chester Felix Simba Leo Tigger George Gizmo Merlin Thomas Percy Horace',
);

const kindNames: Partial<Record<SpeciesProfile['kind'], readonly string[]>> = {
  rabbit: words('Thumper Clover Flopsy Bun Biscuit Nutmeg Hazel Pepper Barnaby Cottontail Bracken Parsley'),
  small: words(
    'Pickle Peanut Squeak Nibbles Waffles Pumpkin Bubble Crumpet Patch Toffee Ziggy Dusty Fidget Hector Sniff',
  ),
  bird: words('Kiwi Captain Sunny Echo Rio Pip Jasper Mango Pepper'),
  reptile: words('Sheldon Speedy Ziggy Spike Noodle Nagini Rango Tortellini Puff Atlas Monty Flash'),
  horse: words('Bracken Juniper Pepper Domino Clover Hazel'),
  fish: words('Kohaku Nemo'),
};

/** Names that suit the species; a dog, a cat or a horse gets one for its sex. */
export const namesFor = (kind: SpeciesProfile['kind'], isFemale: boolean): readonly string[] =>
  kindNames[kind] ?? (isFemale ? femaleNames : maleNames);

export const allergies: Record<SpeciesProfile['kind'], readonly string[]> = {
  dog: [
    'Chicken protein: itching and soft stools',
    'Penicillin: facial swelling after amoxicillin',
    'Grass pollen, worst May to July',
    'House dust mites (intradermal test positive)',
    'Flea bites: severe dermatitis, keep treatment up to date',
    'Vomited on meloxicam, avoid NSAIDs without food',
    'Bee and wasp stings: carries antihistamine',
    'Beef and dairy; on hydrolysed diet',
    'Cefalexin: hives',
  ],
  cat: [
    'Fish-based diets: itchy face',
    'Flea bites: miliary dermatitis',
    'Chlorhexidine: skin redness',
    'Penicillin: swelling at injection site',
    'Chicken; on novel protein diet',
    'Clay cat litter: sneezing',
  ],
  rabbit: ['Oral penicillins: never give', 'Dusty hay: sneezing'],
  small: ['Oral penicillins: never give', 'Pine shavings: sneezing'],
  bird: ['Aerosols and non-stick fumes: keep well away'],
  reptile: ['Ivermectin: do not use'],
  horse: ['Hay dust: coughs, feeds soaked hay', 'Insect bites: sweet itch'],
  fish: ['Copper treatments: do not use'],
};

export const behaviourNotes: Record<SpeciesProfile['kind'], readonly string[]> = {
  dog: [
    'Nervous of other dogs. Use the side entrance and wait in the car.',
    'Muzzle for nail clips; otherwise a gentleman.',
    'Very food motivated. Bring out the liver treats.',
    'Hates the scales: lift on, do not pull.',
    'Reactive to men in hats.',
    'Fine with handling, sensitive about the back feet.',
    'Pulls towards the door; double lead.',
    'Loves everyone. Jumps up, mind the keyboard.',
  ],
  cat: [
    'Towel wrap for injections.',
    'Stays calmer in the lower half of the carrier.',
    'Has bitten once when restrained by the scruff. Do not scruff.',
    'Quiet room and dim light please, pheromone spray on the towel.',
    'Purrs throughout, listen to the chest twice.',
    'Fractious after ten minutes. Work fast.',
  ],
  rabbit: ['Kicks: support the hind end.', 'Bonded pair, keep together in the kennel.'],
  small: ['Nips when woken.', 'Settles in the snuggle sack.'],
  bird: ['Dim the lights before catching.', 'Talks to the receptionist.'],
  reptile: ['Keep the travel box on the heat mat.'],
  horse: ['Needle-shy. Needs a handler on the left.'],
  fish: ['Bring in its own pond water.'],
};

const householdNotes = [
  'Rehomed from the rescue in Leominster, history before that unknown.',
  'Insured, lifetime cover. Claim forms are on file.',
  'On a weight-loss plan, reweigh monthly.',
  'Microchip checked and reads correctly.',
  'Has a heart murmur, grade 2 of 6, stable on recheck.',
  'Travels to France each summer: health certificate needed.',
];

export const animalNotes: Partial<Record<SpeciesProfile['kind'], readonly string[]>> = {
  dog: [
    ...householdNotes,
    'Takes tablets in a bit of cheese.',
    'Working dog, worst time to come in is lambing.',
    'Swims in the Teme all summer, ears to be checked.',
  ],
  cat: [
    ...householdNotes,
    'Indoor only.',
    'Owner cannot give tablets: liquid or injection please.',
    'Fed by two neighbours as well, ask about diet.',
  ],
};
