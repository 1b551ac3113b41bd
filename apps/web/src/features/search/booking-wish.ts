import { dayInText } from './day-in-text.ts';

/** What a text asks to be booked: 'Khan dental Jo Thursday' is a dental with Jo for an animal of Khan. */
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
/** The fewest letters that name a service. */
const leastOfService = 3;

const hasWord = ({ name }: Named, word: string): boolean =>
  name
    .toLowerCase()
    .split(' ')
    .some((one) => one.startsWith(word));

/** Those of `found`, or of all before the first word, that a further word names too; null if it names none. */
const narrowed = (all: readonly Named[], found: readonly Named[] | null, word: string): Named[] | null => {
  const named = (found ?? all).filter((one) => hasWord(one, word));
  return named.length === 0 ? null : named;
};

/**
 * Reads a text word by word: a day from today on, words of a service, words of a member of staff; the rest is a name. Null
 * for a text without a name, and for one that is a name alone.
 */
export function wishIn(
  text: string,
  { services, staff }: { services: readonly Named[]; staff: readonly Named[] },
  today: string,
  monthFirst: boolean,
): BookingWish | null {
  const rest: string[] = [];
  let day: string | null = null;
  let offered: readonly Named[] | null = null;
  let people: readonly Named[] | null = null;
  for (const word of text.toLowerCase().split(/[\s,]+/)) {
    const asked: string | null = day === null ? dayInText(word, today, monthFirst) : null;
    const kinds: Named[] | null = word.length < leastOfService ? null : narrowed(services, offered, word);
    const members: Named[] | null = word.length < 2 ? null : narrowed(staff, people, word);
    if (word === '' || fillers.has(word)) continue;
    if (asked !== null && asked >= today) day = asked;
    else if (kinds) offered = kinds;
    else if (members) people = members;
    else rest.push(word);
  }
  const wish = { name: rest.join(' '), day, service: offered?.[0] ?? null, staff: people?.[0] ?? null };
  const isMore = wish.name !== text.trim().toLowerCase();
  return wish.name !== '' && isMore ? wish : null;
}
