/** First names and surnames of the same origin, and how many of a hundred clients of a British practice have one. */
export interface NameGroup {
  share: number;
  firstNames: readonly string[];
  surnames: readonly string[];
}

const words = (list: string): string[] => list.split(' ');

export const nameGroups: readonly NameGroup[] = [
  {
    share: 62,
    firstNames: words(
      'Oliver Charlotte Harriet George Emily Thomas Sophie Jack Lucy William Grace Daniel Hannah Matthew Rebecca Andrew Rachel Simon Claire Peter Helen Martin Julie Paul Karen Stephen Alison Graham Margaret Keith Susan Brian Jean Derek Pauline Roger Sheila Ben Chloe Joshua Ellie Callum Georgia Adam Natalie Robert Victoria Edward Alice James Laura Neil Joanne Colin Elaine Philippa Rupert Imogen Barnaby Tamsin',
    ),
    surnames: words(
      'Bennett Hughes Carter Ashworth Clarke Fletcher Hartley Thornton Whittaker Barlow Pickering Holloway Marsh Fairclough Dawson Wainwright Bradshaw Lister Sutcliffe Haworth Pemberton Langley Hobbs Radcliffe Turnbull Cartwright Norris Sheldon Tranter Beddoes Corfield Preece Gittins Mansell Hotchkiss Wilding Bowdler Rudge Tipton Lello Onions Weaver Cooper Baker Shaw Ellis Wood Webb Palmer Mills',
    ),
  },
  {
    share: 11,
    firstNames: words(
      'Rhys Megan Gareth Sian Dylan Bethan Owain Carys Huw Ffion Emyr Angharad Ieuan Nia Geraint Lowri',
    ),
    surnames: words(
      'Jones Davies Evans Williams Morgan Griffiths Powell Pryce Llewellyn Vaughan Meredith Bevan Rees Pugh',
    ),
  },
  {
    share: 6,
    firstNames: words(
      'Fiona Hamish Morag Callum Eilidh Gordon Kirsty Angus Catriona Niamh Ciaran Aoife Declan Sinead',
    ),
    surnames: words(
      'MacLeod Campbell Fraser Stewart Murray Sinclair Gallagher Byrne Doherty Kelly Donnelly Buchanan',
    ),
  },
  {
    share: 4,
    firstNames: words('Priya Arjun Meera Rohan Anjali Vikram Sunita Nikhil Kavita'),
    surnames: words('Patel Shah Sharma Nair Mehta Desai Joshi Iyer'),
  },
  {
    share: 4,
    firstNames: words('Imran Ayesha Bilal Farah Hassan Nadia Yusuf Saima Tariq'),
    surnames: words('Khan Ahmed Hussain Mahmood Iqbal Rahman Malik Aziz'),
  },
  {
    share: 3,
    firstNames: words('Harpreet Gurdeep Manjit Simran Jaspreet Balwinder'),
    surnames: words('Gill Dhillon Sandhu Grewal Singh'),
  },
  {
    share: 5,
    firstNames: words(
      'Marcus Denise Winston Chantelle Adaeze Chidi Folasade Kwame Abena Tunde Yvonne Leroy Ngozi Kofi',
    ),
    surnames: words(
      'Okafor Adeyemi Mensah Boateng Campbell Francis Baptiste Grant Osei Eze Williams Bailey Asante Morrison',
    ),
  },
  {
    share: 5,
    firstNames: words(
      'Katarzyna Piotr Agnieszka Tomasz Magdalena Pawel Ioana Andrei Elena Mihai Zuzana Marek',
    ),
    surnames: words('Nowak Wojcik Mazur Lis Kowalczyk Popescu Ionescu Dvorak Novak Horvat'),
  },
  {
    share: 2,
    firstNames: words('Mei Wei Jun Siu Jason Vivian'),
    surnames: words('Chen Wong Lam Cheung Liu Ng'),
  },
];

/** Places of the district with the outward half of their postcodes. */
export const places: readonly { town: string; outward: string; share: number }[] = [
  { town: 'Ludlow', outward: 'SY8', share: 46 },
  { town: 'Church Stretton', outward: 'SY6', share: 11 },
  { town: 'Craven Arms', outward: 'SY7', share: 13 },
  { town: 'Tenbury Wells', outward: 'WR15', share: 12 },
  { town: 'Leominster', outward: 'HR6', share: 10 },
  { town: 'Cleobury Mortimer', outward: 'DY14', share: 8 },
];

export const streets: readonly string[] = [
  'Tannery Yard',
  'Fuller’s Rise',
  'Old Hopyard Lane',
  'Lantern Street',
  'Cider Mill Close',
  'Whinberry Lane',
  'Saddler’s Row',
  'Long Orchard',
  'Beacon View',
  'Larkspur Drive',
  'Curlew Gardens',
  'Teasel Way',
  'Ferrier’s Court',
  'Upper Meadowside',
  'Damson Close',
  'Priory Gate',
  'Rookwood Avenue',
  'Perry Hill',
  'Clee Prospect',
  'Weir Cottages',
  'Ashfield Grove',
  'Quarry Bank',
  'Pound Lane End',
  'Bramblecote Road',
  'Sheepwash Lane',
];

export const houseNames: readonly string[] = [
  'The Old Dairy',
  'Hollybush Cottage',
  'Upper Wain Farm',
  'Stokes Barn',
  'Yew Tree House',
  'Perton Farm',
  'The Granary',
];
