import { formatBytes } from '../../../lib/format.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { operatorFormats } from '../operator-formats.ts';
import type { Provider } from './queries.ts';

/** The purpose of each provider. */
export const providerTitles: Record<Provider['provider'], string> = {
  sms: 'Text messages',
  mail: 'Email',
  payments: 'Card payments',
  storage: 'File storage',
};

const names: Readonly<Record<string, string>> = {
  refund: 'Refunds to cards',
  refund_given_up: 'Failed refunds',
  deposit_check: 'Checking deposits',
  booking_change_lapse: 'Ending unanswered requests',
  subscription_check: 'Checking subscriptions',
  import: 'Imports',
  password_mail: 'Password reset emails',
  plan_reminders: 'Scheduling reminders',
  reminders: 'Scheduling reminders',
  clear_up: 'Deleting expired data',
  back_up: 'Checking for due backups',
  sms: 'Text messages',
  email: 'Email',
  failed: 'Refused refunds',
  unknown: 'Unconfirmed refunds',
  burrow: 'Requests',
  'burrow-control': 'Sign-ins and limits',
  'burrow-jobs': 'Jobs',
  'burrow-live': 'Live updates',
  'burrow-backup': 'Backups',
  'burrow-reports': 'Reports, from the replica',
  unnamed: 'Other',
};

/** The label for a name from the server; an unknown name is made readable. */
export function nameOf(name: string): string {
  const plain = name.replaceAll('_', ' ');
  return names[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** '45 s', '12 min', '3 h 20 min', '4 days'. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

const gigabyte = 1_000_000_000;

/** '1.2 GB', '340 MB', '12 kB'. */
export const formatSize = (bytes: number): string =>
  bytes < gigabyte
    ? formatBytes(bytes)
    : `${operatorFormats.number(Math.round((bytes / gigabyte) * 10) / 10)} GB`;

/** 'just now', '5 min ago', 'yesterday'; the date and time after a week. */
export const formatAgo = (instant: string, now: Date): string =>
  timeAgo(instant, now, 'en-GB')?.toLowerCase() ?? operatorFormats.dateTime(instant);
