/** A breed with the weights of its adult animals in kilograms and its colours. */
export interface Breed {
  name: string;
  share: number;
  kilograms: readonly [number, number];
  colours: readonly string[];
}

/** A species among the clients' animals. */
export interface SpeciesProfile {
  species: string;
  /** How many of a thousand animals. */
  share: number;
  /** Its lifespan in years. */
  lifespan: number;
  /** Years until its adult weight. */
  grownAt: number;
  kind: 'dog' | 'cat' | 'rabbit' | 'small' | 'bird' | 'reptile' | 'horse' | 'fish';
  breeds: readonly Breed[];
}

/** `name|share|lightest-heaviest|colour,colour`, a line each. */
function breeds(lines: string): Breed[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', share = '1', weights = '1-2', colours = ''] = line.trim().split('|');
      const [light = 1, heavy = 2] = weights.split('-').map(Number);
      return { name, share: Number(share), kilograms: [light, heavy], colours: colours.split(',') };
    });
}

const dogs = breeds(`
  Labrador Retriever|14|26-34|Black,Yellow,Chocolate,Fox red
  Cockapoo|10|9-14|Apricot,Black,Chocolate,Red and white
  Cocker Spaniel|8|12-15|Golden,Black,Blue roan,Liver and white
  Border Collie|8|15-21|Black and white,Tricolour,Blue merle
  Jack Russell Terrier|8|6-8|White and tan,White and black,Tricolour
  Springer Spaniel|6|18-23|Liver and white,Black and white
  French Bulldog|5|9-13|Fawn,Brindle,Blue
  Staffordshire Bull Terrier|5|13-17|Brindle,Blue,Black and white
  Golden Retriever|4|26-34|Golden,Cream
  German Shepherd|4|27-38|Black and tan,Sable
  Border Terrier|4|5.5-7.5|Grizzle and tan,Wheaten
  Miniature Dachshund|4|4-5.5|Black and tan,Red,Silver dapple
  Lurcher|4|20-29|Brindle,Grey,Fawn
  Whippet|3|11-15|Fawn,Blue,Brindle
  Greyhound|2|26-33|Black,Fawn,Brindle
  Shih Tzu|3|5-7.5|Gold and white,Black and white
  Cavalier King Charles Spaniel|3|6-9|Blenheim,Tricolour,Ruby
  Pug|2|6.5-9|Fawn,Black
  Labradoodle|3|20-28|Cream,Chocolate,Black
  Chihuahua|2|1.8-3|Fawn,Black and tan,Cream
  Yorkshire Terrier|2|2.5-3.6|Steel blue and tan
  Crossbreed|9|9-24|Black and tan,Brindle,Golden,Black,Tan and white
`);

const cats = breeds(`
  Domestic Shorthair|58|3.4-5.6|Black,Black and white,Tabby,Ginger,Tortoiseshell,Grey,Tabby and white
  Domestic Longhair|14|3.6-5.8|Black and white,Tabby,Ginger,Grey and white,Tortoiseshell
  British Shorthair|9|4.2-7|Blue,Cream,Silver tabby
  Bengal|5|4-6|Brown spotted,Snow spotted
  Maine Coon|4|5.5-8|Brown tabby,Silver tabby,Red tabby
  Ragdoll|4|4.5-7.5|Seal point,Blue bicolour
  Siamese|3|3-4.8|Seal point,Chocolate point
  Burmese|2|3.6-5.4|Brown,Lilac
  Persian|2|3.4-5|White,Cream
`);

const rabbits = breeds(`
  Netherland Dwarf|3|0.9-1.2|Grey,Chocolate,Black
  Mini Lop|4|1.5-2|Fawn,Agouti,Grey and white
  Lionhead|3|1.3-1.7|Sooty fawn,White,Tortoiseshell
  Dutch|2|2-2.4|Black and white,Blue and white
  Rex|1|2.9-3.6|Castor,Blue
`);

export const speciesProfiles: readonly SpeciesProfile[] = [
  { species: 'Dog', share: 470, lifespan: 14, grownAt: 1.2, kind: 'dog', breeds: dogs },
  { species: 'Cat', share: 340, lifespan: 17, grownAt: 1, kind: 'cat', breeds: cats },
  { species: 'Rabbit', share: 62, lifespan: 8, grownAt: 0.6, kind: 'rabbit', breeds: rabbits },
  {
    species: 'Guinea pig',
    share: 28,
    lifespan: 6,
    grownAt: 0.6,
    kind: 'small',
    breeds: breeds(
      `Abyssinian|1|0.85-1.1|Ginger and white,Tricolour\nAmerican Shorthair|1|0.8-1.15|Black,Cream and white`,
    ),
  },
  {
    species: 'Hamster',
    share: 16,
    lifespan: 2.2,
    grownAt: 0.2,
    kind: 'small',
    breeds: breeds(`Syrian|3|0.11-0.16|Golden,Cream,Black banded\nRoborovski|1|0.021-0.026|Agouti`),
  },
  {
    species: 'Gerbil',
    share: 6,
    lifespan: 3.5,
    grownAt: 0.3,
    kind: 'small',
    breeds: breeds(`Mongolian|1|0.06-0.085|Agouti,Black,Argente`),
  },
  {
    species: 'Ferret',
    share: 10,
    lifespan: 7,
    grownAt: 0.6,
    kind: 'small',
    breeds: breeds(`Polecat ferret|1|0.75-1.4|Polecat,Albino,Sandy`),
  },
  {
    species: 'Chinchilla',
    share: 5,
    lifespan: 12,
    grownAt: 0.8,
    kind: 'small',
    breeds: breeds(`Standard|1|0.45-0.6|Grey`),
  },
  {
    species: 'Hedgehog',
    share: 3,
    lifespan: 5,
    grownAt: 0.5,
    kind: 'small',
    breeds: breeds(`African pygmy|1|0.32-0.5|Salt and pepper`),
  },
  {
    species: 'Bird',
    share: 16,
    lifespan: 8,
    grownAt: 0.4,
    kind: 'bird',
    breeds: breeds(
      `Budgerigar|3|0.032-0.042|Green and yellow,Blue and white\nCockatiel|2|0.085-0.11|Grey,Lutino\nPekin bantam|1|0.6-0.75|Lavender,Black`,
    ),
  },
  {
    species: 'Parrot',
    share: 8,
    lifespan: 35,
    grownAt: 1,
    kind: 'bird',
    breeds: breeds(`African Grey|2|0.42-0.52|Grey\nGreen-cheeked Conure|1|0.062-0.078|Green`),
  },
  {
    species: 'Turtle',
    share: 12,
    lifespan: 50,
    grownAt: 10,
    kind: 'reptile',
    breeds: breeds(`Hermann’s tortoise|2|1-2.4|Brown and yellow\nHorsfield’s tortoise|1|0.6-1.1|Olive`),
  },
  {
    species: 'Lizard',
    share: 9,
    lifespan: 11,
    grownAt: 1.3,
    kind: 'reptile',
    breeds: breeds(`Bearded dragon|3|0.36-0.5|Sandy,Citrus\nLeopard gecko|2|0.05-0.08|Yellow spotted`),
  },
  {
    species: 'Snake',
    share: 6,
    lifespan: 18,
    grownAt: 3,
    kind: 'reptile',
    breeds: breeds(`Corn snake|2|0.6-0.9|Orange and red\nRoyal python|1|1.3-1.9|Brown and black`),
  },
  {
    species: 'Horse',
    share: 7,
    lifespan: 26,
    grownAt: 4,
    kind: 'horse',
    breeds: breeds(
      `Welsh Cob|2|430-510|Bay,Chestnut\nConnemara|1|380-430|Grey\nShetland Pony|1|180-210|Piebald,Black`,
    ),
  },
  {
    species: 'Fish',
    share: 2,
    lifespan: 20,
    grownAt: 4,
    kind: 'fish',
    breeds: breeds(`Koi|1|1.8-3.5|Red and white`),
  },
];
