import { dayMs } from '@burrow/contracts/calendar-day';
import type { OutputOf } from '@burrow/contracts/actions';
import type { ProviderName } from '@burrow/contracts/installation';
import { backupFinding } from './backup-findings.ts';
import type { Finding } from './finding.ts';

type Installation = OutputOf<'superadmin/installation'>;
type Known = Pick<Installation, 'providers' | 'work' | 'database' | 'backups' | 'server'>;

const messagesLateSeconds = 15 * 60;
/** Reminders are scheduled each minute, cleaning up every five. */
const workLateMs: Readonly<Record<string, number>> = { reminders: 10 * 60_000, clear_up: 30 * 60_000 };
const mebibyte = 2 ** 20;

const providerWords: Record<ProviderName, string> = {
  sms: 'text messages',
  mail: 'email',
  payments: 'card payments',
  storage: 'file storage',
};

/** Findings from the page's figures; those that need no attention are left out. */
export const standingFindings = (known: Known, now: Date): Finding[] => [
  ...known.providers.flatMap((provider) => callFindings(provider, now)),
  ...(known.work ? workFindings(known.work, now) : []),
  ...(known.backups ? [backupFinding(known.backups, known.database?.installed_at ?? null, now)] : []),
  ...(known.database ? databaseNumbers(known.database) : []),
  ...known.server.disks.flatMap(diskFindings),
];

/** A provider whose last call failed is in trouble now; one that succeeded since has recovered. */
function callFindings({ provider, calls, state }: Installation['providers'][number], now: Date): Finding[] {
  if (state === 'off' || !calls?.last_failure || calls.last_failed_at === null) return [];
  const failedAt = Date.parse(calls.last_failed_at);
  if (now.getTime() - failedAt > dayMs) return [];
  const { said, todo } = calls.last_failure;
  const what = providerWords[provider];
  if (failedAt > Date.parse(calls.last_worked_at ?? new Date(0).toISOString())) {
    return [{ what, state: 'wrong', said, todo }];
  }
  const times = calls.failed_last_day === 1 ? 'once' : `${calls.failed_last_day} times`;
  return [{ what, state: 'note', said: `working again, but failed ${times} in the last day: ${said}` }];
}

function workFindings(work: NonNullable<Installation['work']>, now: Date): Finding[] {
  const workers =
    'Check that a process runs with WORKER=inline or WORKER=only, and look for errors in its log.';
  const late = work.messages
    .filter(({ due }) => due.oldest_seconds > messagesLateSeconds)
    .map(({ channel, due }): Finding => {
      const minutes = Math.floor(due.oldest_seconds / 60);
      const what = channel === 'sms' ? 'text messages' : 'email';
      return {
        what,
        state: 'wrong',
        said: `${due.count} queued, the oldest for ${minutes} minutes`,
        todo: workers,
      };
    });
  const idle = work.done
    .filter(({ work: name, at }) => now.getTime() - Date.parse(at) > (workLateMs[name] ?? Infinity))
    .map(({ work: name, at }): Finding => {
      const minutes = Math.floor((now.getTime() - Date.parse(at)) / 60_000);
      const what = name === 'reminders' ? 'reminders' : 'deleting expired data';
      return { what, state: 'wrong', said: `hasn’t completed for ${minutes} minutes`, todo: workers };
    });
  const { failed, unknown } = work.refunds;
  const refunds: Finding = {
    what: 'refunds',
    state: 'note',
    said: `${failed + unknown} failed or unknown`,
    todo: 'Practices can see and retry their own; the reasons are below.',
  };
  return [...late, ...idle, ...(failed + unknown > 0 ? [refunds] : [])];
}

function databaseNumbers({ connections, clock_ahead_ms: aheadMs }: NonNullable<Installation['database']>) {
  const { allowed, used } = connections;
  const findings: Finding[] = [];
  if (used > allowed * 0.85) {
    const todo = 'Raise max_connections, lower DATABASE_POOL, or use a connection pooler.';
    findings.push({ what: 'connections', state: 'note', said: `${used} of ${allowed} are in use`, todo });
  }
  if (Math.abs(aheadMs) > 5000) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    findings.push({
      what: 'clocks',
      state: Math.abs(aheadMs) > 60_000 ? 'wrong' : 'note',
      said: `the database’s clock is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} the server’s`,
      todo: 'Synchronise both with the same time server (NTP): sessions, codes and reminders depend on it.',
    });
  }
  return findings;
}

function diskFindings({ what, free_bytes: free }: Installation['server']['disks'][number]): Finding[] {
  if (free >= 1024 * mebibyte) return [];
  const state = free < 200 * mebibyte ? 'wrong' : 'note';
  const said = `${Math.floor(free / mebibyte)} MB free`;
  return [{ what, state, said, todo: 'Free some space, or use a larger disk.' }];
}
