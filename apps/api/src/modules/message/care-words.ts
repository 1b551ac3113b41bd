import { dayFormat } from '@burrow/contracts/calendar-day';
import { nameInText } from '../../lib/name-in-text.ts';
import type { DueCare } from './facts.ts';

/** How many due dates a message names. */
const maxNamed = 6;

/** 'Biscuit's booster is due on 14 March, Rex's on 20 March. Rex's nail trim was due on 1 March.' */
export function careInWords(care: readonly DueCare[], locale: string, today: string): string {
  const named = care.slice(0, maxNamed);
  const kinds = [...new Set(named.map((one) => one.care))];
  const sentences = kinds.map((kind) => {
    const pieces = named
      .filter((one) => one.care === kind)
      .map(({ animal, due_on: dueOn }, index) => {
        const whose = `${nameInText(animal, 'your animal')}'s`;
        const day = dayOfMonth(dueOn, locale, today);
        if (index > 0) return `${whose} on ${day}`;
        const verb = dueOn < today ? 'was due on' : 'is due on';
        return `${whose} ${inSentence(nameInText(kind, 'visit'))} ${verb} ${day}`;
      });
    return `${pieces.join(', ')}.`;
  });
  const more = care.length - named.length;
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

/** 'booster' for 'Booster', and 'DHP booster' as it is. */
const inSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLocaleLowerCase() + name.slice(1) : name;

/** '14 March', with the year when it is not this one. */
function dayOfMonth(date: string, locale: string, today: string): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  const format = dayFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  return format(new Date(`${date}T00:00:00Z`));
}
