import { trimEndOf } from './trim-end.ts';

/** The most common passwords of six and seven characters; a portal allows this length. */
const short = new Set(
  '123456|654321|111111|000000|123123|121212|112233|123321|666666|696969|777777|888888|999999|555555|222222|333333|444444|1234567|7654321|1111111|0000000|7777777|1234561|123654|159753|147258|147852|159357|789456|456789|987654|102030|010203|131313|232323|101010|202020|112211|223344|332211|111222|123789|147147|246810|135790|314159|007007|123412|123abc|abc123|abcabc|abcdef|abcd123|abcdefg|a1b2c3|a12345|a123456|aa1234|aaa111|abc1234|qwe123|123qwe|qweqwe|qweasd|qazwsx|qazqaz|1qaz2w|1q2w3e|1q2w3e4|q1w2e3|q1w2e3r|asdfgh|asdf12|asd123|asdasd|asdfasd|zxcvbn|zxcvbnm|zaqwsx|zaq12w|zxczxc|qwerty|qwerty1|qwert1|azerty|qwertz|iloveu|iloveu1|love123|loveme|loveyou|lovely|lover1|hello1|hello12|hello2|welcome|pass12|pass123|passw0|passwd|secret|letmein|access|admin1|admin12|test12|test123|tester|testing|guest1|user12|user123|login1|temp12|temp123|default|master|shadow|dragon|monkey|monkey1|dragon1|tigger|tigger1|tiger1|tigers|lion12|bear12|puppy1|puppies|kitten|kitten1|kitty1|kittens|doggy1|doggie|dogdog|dog123|dogs12|doglove|catcat|cat123|cats12|catlove|petpet|pet123|pets12|petlove|mydog1|mycat1|lovedog|lovecat|animal|animals|bunny1|rabbit|rabbit1|hamster|horses|horse1|parrot|buster|buster1|fluffy|fluffy1|max123|max1234|bella1|bella12|luna12|luna123|milo12|milo123|lucky1|lucky12|lucky7|charlie|charli|cooper|cooper1|bailey|bailey1|maggie|maggie1|molly1|molly12|daisy1|daisy12|lola12|lola123|rocky1|rocky12|duke12|bear123|toby12|toby123|jack12|jack123|oscar1|oscar12|oliver|oliver1|teddy1|teddy12|poppy1|poppy12|rosie1|ruby12|ruby123|coco12|coco123|simba1|simba12|tilly1|misty1|sooty1|smokey|smokey1|shadow1|ginger|ginger1|pepper|pepper1|pumpkin|biscuit|cookie|cookie1|peanut|peanut1|snowy1|tigger2|whiskey|scooby|scooby1|snoopy|snoopy1|lassie|pluto1|rex123|sam123|sasha1|sadie1|zoe123|gizmo1|gizmo12|jasper|jasper1|george|george1|harley|harley1|murphy|murphy1|barney|barney1|winston|sophie|sophie1|chloe1|alfie1|alfie12|arsenal|chelsea|everton|rangers|celtic|spurs1|united|united1|london|london1|england|soccer|hockey|hunter|ranger|summer|summer1|winter|winter1|spring|autumn|august|monday|friday|sunday|flower|flowers|angel1|angels|banana|orange|purple|silver|freedom|killer|batman|batman1|pokemon|naruto|ninja1|jordan|michael|daniel|thomas|robert|andrew|joshua|jessica|ashley|nicole|hannah|amanda|matthew|sweety|sweetie|honey1|baby12|family|family1|friends|forever|samsung|google|google1|apple1|vet123|vets12|vetvet|groomer'.split(
    '|',
  ),
);

/**
 * The most common passwords of at least eight characters, and the words that most others add a few digits to. The
 * list is deliberately short: attempts are limited, so only the first guesses matter.
 */
const stems =
  'password|qwerty|qwertyui|qwertyuiop|asdfghjkl|zxcvbnm|iloveyou|sunshine|princess|football|baseball|welcome|letmein|dragon|monkey|superman|batman|trustno|shadow|master|michael|jennifer|liverpool|arsenal|chelsea|charlie|whatever|starwars|computer|internet|samsung|pokemon|admin|administrator|changeme|secret|default|practice|veterinary|grooming'.split(
    '|',
  );

// Digits and signs that stand for a letter: p@ssw0rd.
const disguises: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The words a password may be based on: its letters, with signs replaced by the letters they resemble. */
function wordsIn(plain: string): string[] {
  const withoutTail = trimEndOf(plain, (sign) => !/[a-z]/.test(sign));
  const undisguised = withoutTail.replaceAll(/[^a-z]/g, (sign) => disguises[sign] ?? sign);
  return [plain, undisguised].map((word) => word.replaceAll(/[^a-z]/g, ''));
}

/** Whether a text repeats its first `length` characters. */
const isRepeated = (text: string, length: number): boolean =>
  text.length > length && text === text.slice(0, length).repeat(text.length / length);

/**
 * Whether a password is among the first an attacker would try: a common word with little added, a sequence or one
 * repeated sign.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (short.has(plain)) return true;
  if (wordsIn(plain).some((word) => plain.length - word.length <= 4 && stems.includes(word))) return true;
  if ([1, 2, 3, 4].some((length) => isRepeated(plain, length))) return true;
  const sequences = [
    '01234567890123456789',
    '98765432109876543210',
    'abcdefghijklmnopqrstuvwxyz',
    '1q2w3e4r5t6y7u8i9o0p',
    '1qaz2wsx3edc4rfv',
  ];
  return sequences.some((sequence) => sequence.includes(plain));
}
