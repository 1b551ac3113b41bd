import { isJoinedField, type ImportField } from '@burrow/contracts/import-fields';
import { normalised } from '../../lib/normalised.ts';

/** The names of each field in other systems, in lower case and with letters and digits only. */
const names: Record<ImportField, string> = {
  client_name:
    'clientname ownername customername fullname ownerfullname clientfullname contactname owner client customer keeper',
  client_title: 'title clienttitle ownertitle salutation prefix',
  client_first_name:
    'firstname forename clientfirstname ownerfirstname givenname christianname ownerforename clientforename initials',
  client_last_name:
    'surname lastname familyname clientlastname ownerlastname clientsurname ownersurname secondname',
  client_phone:
    'phone mobile mobilephone mobilenumber mobileno cell cellphone tel telephone telephoneno telephonenumber phonenumber phoneno contactnumber clientphone ownerphone clientmobile ownermobile customerphone mobiletel telmobile phone1 tel1 telephone1 primaryphone mob',
  client_other_phone:
    'homephone hometel hometelephone landline workphone worktel worktelephone otherphone phone2 tel2 telephone2 phone3 tel3 alternativephone secondaryphone telhome telwork phonehome phonework homenumber worknumber daytimephone eveningphone otherphonenumber',
  client_email:
    'email emailaddress mail emailid clientemail owneremail customeremail emailaddress1 email1 primaryemail',
  client_address:
    'address address1 address2 address3 address4 addressline1 addressline2 addressline3 addressline4 street streetaddress houseno housenumber housename house road town city county area locality district region clientaddress owneraddress fulladdress homeaddress country',
  client_postcode: 'postcode postalcode zip zipcode clientpostcode ownerpostcode pcode',
  client_notes:
    'clientnotes ownernotes clientcomments ownercomments clientremarks accountnotes customernotes',
  client_likes_sms:
    'sms wantssms allowsms smsoptin likessms receivesms textmessages smsconsent smsreminders sendsms wantstextmessages wantstextmessagesyesno',
  client_likes_email:
    'wantsemail wantsemails allowemail emailoptin likesemail receiveemail emailconsent emailreminders sendemail wantsemailsyesno',
  client_likes_recall:
    'wantsrecalls allowrecalls recalls recallconsent wantsrecall wantsboosterreminders boosterreminders wantsrecallsyesno',
  animal_name:
    'petname animalname patientname pet animal patient nameofpet dogname dogsname catname petsname animalsname callname',
  animal_species: 'species animaltype pettype type animalspecies petspecies patientspecies kind animalkind',
  animal_breed: 'breed animalbreed petbreed breedname breeddescription',
  animal_color:
    'colour color coat coatcolour coatcolor colourmarkings animalcolour petcolour animalcolor petcolor markings',
  animal_gender: 'sex gender animalsex petsex animalgender petgender sexname',
  animal_neutered:
    'neutered spayed castrated desexed neuteredspayed spayedneutered isneutered neuteredyn neuteredyesno fixed speyed neutering',
  animal_dob: 'dob dateofbirth birthdate birthday born birthdate animaldob petdob patientdob dateborn bday',
  animal_weight: 'weight weightkg currentweight lastweight bodyweight kg petweight animalweight weightinkg',
  animal_vaccine:
    'vaccine vaccinename vaccination vaccinationname vaccinegiven vaccinationgiven vaccinetype vaccinationtype lastvaccine',
  animal_vaccinated_on:
    'vaccinatedon vaccinated datevaccinated lastvaccinated vaccinationdate vaccinedate dateofvaccination lastvaccination lastvaccinationdate dategiven givenon lastbooster',
  animal_vaccine_due_on:
    'vaccinationduenext vaccineduenext vaccinedue vaccineduedate nextvaccinedue nextvaccinedate nextvaccinationdue nextvaccinationdate',
  animal_due_on:
    'duedate dueon nextdue nextduedate boosterdue vaccinationdue vaccinationduedate nextvaccination nextbooster boosterduedate vaccdue recalldate recalldue',
  animal_care_type: 'whatisdue recalltype remindertype reminder recall duetype recallfor',
  animal_microchip:
    'microchip microchipno microchipnumber chip chipno chipnumber chipid microchipid microchipcode identichip',
  animal_insurer:
    'insurer insurance insurancecompany insuranceprovider insurancename petinsurance petinsurer insuredwith insuranceco',
  animal_policy:
    'policy policyno policynumber insurancepolicy insurancepolicyno insurancepolicynumber insuranceno insurancenumber',
  animal_usual_vet:
    'usualvet vet vetname vetpractice veterinarypractice veterinarysurgeon regularvet registeredvet vetsurgery vetdetails',
  animal_allergies: 'allergies allergy knownallergies allergens drugallergies',
  animal_behaviour_notes:
    'behaviour behavior temperament behaviournotes behaviornotes handling handlingnotes character',
  animal_notes:
    'animalnotes petnotes patientnotes medicalnotes animalcomments petcomments clinicalnotes medicalhistory medication conditions medicalconditions alerts',
};

const fieldByName = new Map(
  Object.entries(names).flatMap(([field, list]) =>
    list.split(' ').map((name): [string, ImportField] => [name, field as ImportField]),
  ),
);

/** Headings that are ambiguous without the other columns. */
const either: Readonly<Record<string, { client: ImportField; animal: ImportField }>> = {
  name: { client: 'client_name', animal: 'animal_name' },
  notes: { client: 'client_notes', animal: 'animal_notes' },
  comments: { client: 'client_notes', animal: 'animal_notes' },
  remarks: { client: 'client_notes', animal: 'animal_notes' },
  note: { client: 'client_notes', animal: 'animal_notes' },
};

const plain = (heading: string): string =>
  normalised(heading, 'NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether a heading means no more than notes. */
export const isNotesHeading = (heading: string): boolean => {
  const field = fieldByName.get(plain(heading));
  return plain(heading) in either || field === 'client_notes' || field === 'animal_notes';
};

/** Whether any of the texts is the name of a known column. */
export const looksLikeHeader = (record: readonly string[]): boolean =>
  record.some((cell) => fieldByName.has(plain(cell)) || plain(cell) in either);

/**
 * The most likely field of each column, by its heading. A field that takes one column goes to the first; a second number
 * becomes the other phone.
 */
export function fieldsByHeading(headings: readonly string[]): (ImportField | null)[] {
  const taken = new Set<ImportField>();
  const take = (field: ImportField | null | undefined): ImportField | null => {
    if (!field) return null;
    const free = taken.has(field) && field === 'client_phone' ? 'client_other_phone' : field;
    if (taken.has(free) && !isJoinedField(free)) return null;
    taken.add(free);
    return free;
  };
  const sure = withVaccination(headings.map((heading) => take(firstKnown(heading))));
  const kinds = new Set(sure.map((field) => field?.split('_', 1)[0]));
  const hasOwner = ['client_name', 'client_last_name', 'client_first_name'].some((field) =>
    taken.has(field as ImportField),
  );
  return sure.map((field, index) => {
    if (field) return field;
    const choice = either[plain(headings[index] ?? '')];
    if (!choice) return null;
    const isName = choice.client === 'client_name';
    // 'Name' beside an owner's name, or with only animal columns, is the animal's.
    const isAnimals = isName
      ? kinds.has('animal') && !taken.has('animal_name') && (hasOwner || !kinds.has('client'))
      : kinds.has('animal') && !hasOwner;
    return take(isAnimals ? choice.animal : choice.client);
  });
}

/**
 * With both the vaccine and its day, a due date is the vaccination's. With one of them alone there is no vaccination: the
 * column is left out, and a vaccination's next date is a due date.
 */
function withVaccination(fields: readonly (ImportField | null)[]): (ImportField | null)[] {
  const has = (field: ImportField) => fields.includes(field);
  if (has('animal_vaccine') && has('animal_vaccinated_on')) {
    if (has('animal_vaccine_due_on')) return [...fields];
    return fields.map((field) => (field === 'animal_due_on' ? 'animal_vaccine_due_on' : field));
  }
  return fields.map((field) => {
    if (field === 'animal_vaccine' || field === 'animal_vaccinated_on') return null;
    if (field !== 'animal_vaccine_due_on') return field;
    return has('animal_due_on') ? null : 'animal_due_on';
  });
}

function firstKnown(heading: string): ImportField | undefined {
  const name = plain(heading);
  return fieldByName.get(name) ?? fieldByName.get(name.replace(/^(?:client|owner|customer)s?(?=.)/, ''));
}
