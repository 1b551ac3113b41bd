// Free of zod: the browser uses it too.

const minute = 60;
const hour = 3600;

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** A wait (seconds) in words: 'about 12 minutes', 'about 3 hours'. */
export const writtenWait = (seconds: number): string =>
  seconds <= hour
    ? `about ${plural(Math.max(1, Math.ceil(seconds / minute)), 'minute')}`
    : `about ${plural(Math.ceil(seconds / hour), 'hour')}`;
