import { ShieldCheck } from 'lucide-react';
import { usePage } from '../../../lib/page-name.ts';
import { signInReasons } from '../../../lib/sign-in-reasons.ts';
import { useAddressValues, type AddressValues } from '../../../lib/use-address-values.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LogFilters } from '../../../ui/log-filters.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { Select } from '../../../ui/select.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { operatorFormats } from '../operator-formats.ts';
import { securityEventPageSize, useSecurityEvents, type SecurityEvent } from '../queries.ts';

/** The label of each event. */
const events: Readonly<Record<string, string>> = {
  sign_in_succeeded: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_in_limited: 'Sign-in temporarily blocked',
  sign_in_link_required: 'New devices blocked',
  second_factor_failed: 'Two-step sign-in refused',
  step_up_failed: 'Identity not confirmed',
  password_change_failed: 'Password change refused',
  link_refused: 'One-time link refused',
  sso_failed: 'Single sign-on refused',
  new_device: 'Signed in from a new device',
  password_changed: 'Password changed',
  second_factor_added: 'Sign-in method added',
  second_factor_removed: 'Sign-in method removed',
  recovery_codes_replaced: 'Recovery codes replaced',
  recovery_code_used: 'Recovery code used',
  sso_connected: 'Single sign-on connected',
  sso_disconnected: 'Single sign-on disconnected',
  account_reset: 'Account reset',
  set_password: 'Chose a new password',
  'session/revoke': 'Ended a session',
  'superadmin/practice_create': 'Created a practice',
  'superadmin/practice_update': 'Changed a practice',
  'superadmin/practice_suspend': 'Suspended a practice',
  'superadmin/practice_resume': 'Resumed a practice',
  'superadmin/practice_extend_trial': 'Extended a trial',
  'superadmin/practice_admin_link': 'Created a sign-in link for an admin',
  'superadmin/support_access': 'Started support access',
  'superadmin/account_reset': 'Reset a sign-in',
};

/** The label of an event. */
const eventText = ({ event }: Pick<SecurityEvent, 'event'>): string =>
  events[event] ?? event.replace(/^superadmin\//, '').replaceAll(/[_/]/g, ' ');

/** The reason of a refusal, the practice, the device, and how often it happened within the hour, and when last. */
function resultText({ reason, practice_name, device, times, last_at }: SecurityEvent): string {
  const why = reason === null ? null : (signInReasons[reason] ?? reason.replaceAll('_', ' '));
  const often =
    times > 1 ? `${times} times within an hour, last at ${operatorFormats.timeOf(last_at)}` : null;
  return [why, practice_name, device, often].filter(Boolean).join(' · ') || '–';
}

/** The person, or that the email belongs to no account. */
function personText({ name, event, reason }: SecurityEvent): string {
  if (name !== null) return name;
  if (reason === 'network_limit') return 'Several';
  return event.startsWith('sign_in_') ? 'Unknown email' : 'Unknown person';
}

const kinds = [
  { value: 'refused', label: 'Refused attempts' },
  { value: 'account', label: 'Accounts and devices' },
  { value: 'superadmin', label: 'Superadmins’ actions' },
] as const;

/** The filters of the log, kept in the address. */
const filterNames = ['kind', 'date_from', 'date_to'] as const;
type Filters = AddressValues<(typeof filterNames)[number]>;

function useLog(filters: Filters) {
  const kind = kinds.find(({ value }) => value === filters.kind)?.value;
  return useSecurityEvents({
    ...(kind === undefined ? {} : { kind }),
    ...(filters.date_from === '' ? {} : { date_from: filters.date_from }),
    ...(filters.date_to === '' ? {} : { date_to: filters.date_to }),
  });
}

function FilterBar({ filters, onChange }: { filters: Filters; onChange: (edit: Partial<Filters>) => void }) {
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <LogFilters
      days={filters}
      onChange={onChange}
      onClear={isFiltered ? () => onChange({ kind: '', date_from: '', date_to: '' }) : null}
      columns="lg:grid-cols-[1fr_auto_auto_auto]"
    >
      <Select
        label="Events"
        className="max-lg:col-span-2"
        emptyLabel="All events"
        options={kinds}
        value={filters.kind}
        onChange={(event) => onChange({ kind: event.target.value })}
      />
    </LogFilters>
  );
}

const networkText = ({ network }: SecurityEvent): string => (network === 'any' ? 'Several' : network);

function EventTable({ rows }: { rows: readonly SecurityEvent[] }) {
  return (
    <Table caption="Security log, newest first">
      <thead>
        <tr>
          <Th>Time</Th>
          <Th>Event</Th>
          <Th>Person</Th>
          <Th>Network</Th>
          <Th className="w-full">Result</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td className="figures align-top! whitespace-nowrap text-ink-soft">
              {operatorFormats.dateTime(row.at)}
            </Td>
            <Td className="min-w-52 align-top! font-semibold">{eventText(row)}</Td>
            <Td className="min-w-60 align-top!">
              <p className="wrap-anywhere">{personText(row)}</p>
              <p className="text-sm wrap-anywhere text-ink-soft empty:hidden">{row.email}</p>
            </Td>
            <Td className="figures align-top! whitespace-nowrap">{networkText(row)}</Td>
            <Td className="min-w-40 align-top! wrap-anywhere">{resultText(row)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function EventCards({ rows }: { rows: readonly SecurityEvent[] }) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-col gap-0.5 px-4 py-3">
          <p className="figures text-sm text-ink-soft">{operatorFormats.dateTime(row.at)}</p>
          <p className="font-semibold">{eventText(row)}</p>
          <p className="wrap-anywhere">{[personText(row), row.email].filter(Boolean).join(' · ')}</p>
          <p className="text-sm wrap-anywhere text-ink-soft">
            Network {networkText(row).toLowerCase()} · {resultText(row)}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Refused attempts, account changes and superadmins' actions (/superadmin/security). */
export function SecurityLogPage() {
  usePage('Security log');
  const isPhone = usePhone();
  const [filters, setFilters] = useAddressValues(filterNames);
  const log = useLog(filters);
  const Rows = isPhone ? EventCards : EventTable;
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <PageHeader
        title="Security log"
        subtitle="Refused attempts to sign in, account changes and superadmins’ actions, kept for a year. Repeats within an hour share one line. Dates and times are in UTC."
      />
      <Card flush>
        <FilterBar filters={filters} onChange={setFilters} />
        <PagedView
          list={log}
          size={securityEventPageSize}
          failure="Couldn’t load the security log"
          empty={
            <EmptyState icon={<ShieldCheck />} title="No events">
              No events match these filters.
            </EmptyState>
          }
        >
          {(rows) => <Rows rows={rows} />}
        </PagedView>
      </Card>
    </div>
  );
}
