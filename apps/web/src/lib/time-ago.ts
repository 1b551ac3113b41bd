const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const steps = [
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3_600_000, below: 24 },
  { unit: 'day', ms: 86_400_000, below: 7 },
] as const;

/** 'Just now', '5 min ago', '3 hr ago', 'Yesterday'; null after a week, when a date is clearer. */
export function timeAgo(instant: string, now: Date, locale: string): string | null {
  const passed = now.getTime() - Date.parse(instant);
  if (passed < 60_000) return 'Just now';
  const format = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' });
  for (const { unit, ms, below } of steps) {
    const count = Math.floor(passed / ms);
    if (count < below) return capitalised(format.format(-count, unit));
  }
  return null;
}
