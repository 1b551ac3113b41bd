import { dayInText } from './day-in-text.ts';

/** A booking described by a text: 'Khan dental Jo Thursday' is a dental with Jo for an animal of Khan. */
export interface BookingWish {
  /** The words that name the client or animal. */
  name: string;
  /** `YYYY-MM-DD` */
  day: string | null;
  service: Named | null;
  staff: Named | null;
}

interface Named {
  id: number;
  name: string;
}

const fillers = new Set(['book', 'for', 'with', 'on']);
/** The minimum number of letters that identify a service, or a person. */
const leastOfService = 3;
const leastOfPerson = 2;

const hasWord = ({ name }: Named, word: string): boolean =>
  name
    .toLowerCase()
    .split(' ')
    .some((one) => one.startsWith(word));

/** The items of `found` (all, before the first word) that a further word matches too; null if it matches none. */
const narrowed = (all: readonly Named[], found: readonly Named[] | null, word: string): Named[] | null => {
  const named = (found ?? all).filter((one) => hasWord(one, word));
  return named.length === 0 ? null : named;
};

/**
 * The person that words match. A later word that matches another person wins, because the client's name comes first.
 */
function personIn(words: readonly string[], staff: readonly Named[]) {
  let found: { words: string[]; people: Named[] } | null = null;
  const rest: string[] = [];
  for (const word of words) {
    const people: Named[] | null = word.length < leastOfPerson ? null : narrowed(staff, null, word);
    const both: Named[] | null = found && people ? narrowed(staff, found.people, word) : null;
    if (both && found) found = { words: [...found.words, word], people: both };
    else if (people) {
      rest.push(...(found?.words ?? []));
      found = { words: [word], people };
    } else rest.push(word);
  }
  // If every word matches a staff member, the words are the name of a client.
  return rest.length === 0
    ? { name: words.join(' '), staff: null }
    : { name: rest.join(' '), staff: found?.people[0] ?? null };
}

/**
 * Reads a text word by word: a day from today on, words of a service, words of a staff member; the rest is a name. Null
 * for a text without a name, or with nothing else.
 */
export function wishIn(
  text: string,
  { services, staff }: { services: readonly Named[]; staff: readonly Named[] },
  today: string,
  monthFirst: boolean,
): BookingWish | null {
  const rest: string[] = [];
  let day: string | null = null;
  let offered: Named[] | null = null;
  for (const word of text.toLowerCase().split(/[\s,]+/)) {
    if (word === '' || fillers.has(word)) continue;
    const asked: string | null = day === null ? dayInText(word, today, monthFirst) : null;
    const kinds: Named[] | null = word.length < leastOfService ? null : narrowed(services, offered, word);
    if (asked !== null && asked >= today) day = asked;
    else if (kinds) offered = kinds;
    else rest.push(word);
  }
  const who = personIn(rest, staff);
  const isMore = who.name !== text.trim().toLowerCase();
  return who.name !== '' && isMore ? { ...who, day, service: offered?.[0] ?? null } : null;
}
