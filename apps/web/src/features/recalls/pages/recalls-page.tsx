import type { RecallRow } from '@burrow/contracts/recall';
import { useQuery } from '@tanstack/react-query';
import { BellRing, PackageSearch, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callAction, type InputOf } from '../../../lib/api.ts';
import { formatPhone, type Formats } from '../../../lib/format.ts';
import { usePage } from '../../../lib/page-name.ts';
import { usePagedList } from '../../../lib/paged-list.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterLinks } from '../../../ui/filter-links.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { Select } from '../../../ui/select.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { channelNames } from '../../settings/message-occasions.ts';
import { stateWords } from '../care-words.ts';
import { DismissCareDialog } from '../forms/care-dialogs.tsx';

type Show = NonNullable<InputOf<'recalls'>['show']>;

const shows: readonly { show: Show; label: string; empty: string }[] = [
  { show: 'overdue', label: 'Overdue', empty: 'Nothing is overdue' },
  { show: 'month', label: 'Next 30 days', empty: 'Nothing is due within 30 days' },
  { show: 'told', label: 'Message sent', empty: 'No unanswered recalls' },
  { show: 'booked', label: 'Booked or requested', empty: 'Nothing is booked or requested' },
  { show: 'done', label: 'Done', empty: 'Nothing is done yet' },
  { show: 'dismissed', label: 'Dismissed', empty: 'Nothing was dismissed' },
];
const pageSize = 50;

const messageStates = { queued: 'queued', sent: 'sent', failed: 'failed', withdrawn: 'not sent' } as const;

const isOpen = ({ state }: RecallRow): boolean => state === 'due' || state === 'told';

/** What became of the last message. */
function messageText(row: RecallRow, formats: Formats): string {
  const { last_message: message } = row;
  if (message === null)
    return row.silent === '1' && isOpen(row) ? 'No messages: it was already overdue' : 'No message yet';
  const channel = message.type === null ? 'message' : channelNames[message.type];
  return `Last ${channel} ${formats.shortDay(message.sent_on)}: ${messageStates[message.status]}`;
}

function Row({ row, onDismiss }: { row: RecallRow; onDismiss: () => void }) {
  const formats = useFormats();
  const { label, tone } = stateWords(row, formats.today());
  const whom = <span className="sr-only"> {row.animal_name}</span>;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link to={paths.animal(row.animal_id)} className={`wrap-anywhere ${textLinkClass}`}>
            {row.animal_name}
          </Link>
          <Link to={paths.client(row.client_id)} className={`wrap-anywhere ${textLinkClass}`}>
            {row.client_name}
          </Link>
          {row.client_phone ? <span className="figures">{formatPhone(row.client_phone)}</span> : null}
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="figures wrap-anywhere">
          {row.care_type}, due {formats.day(row.due_on)}
          {row.booking_date === null
            ? ''
            : ` · appointment ${row.requested === '1' ? 'requested for' : 'on'} ${formats.day(row.booking_date)}`}
          {row.done_on === null ? '' : ` · done ${formats.day(row.done_on)}`}
          {row.reason === null ? '' : ` · ${row.reason}`}
        </p>
        <p className="figures text-sm text-ink-soft">{messageText(row, formats)}</p>
      </div>
      {isOpen(row) ? (
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            size="small"
            to={paths.bookingCreate({
              client_id: row.client_id,
              animal_id: row.animal_id,
              service_id: row.service_id,
            })}
          >
            Book{whom}
          </ButtonLink>
          <Button size="small" variant="quiet" onClick={onDismiss}>
            Dismiss{whom}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

/** The due dates to show, loaded page by page. */
const useRecalls = (show: Show, typeId: string | null) =>
  usePagedList({
    action: 'recalls',
    asked: { show, ...(typeId === null ? {} : { care_type_id: typeId }) },
    read: async (input, signal) => {
      const { rows } = await callAction('recalls', input, { signal });
      return rows.map((row) => ({ ...row, id: row.care_due_id }));
    },
    sizes: { first: pageSize, next: pageSize },
  });

function Rows({ show, typeId }: { show: Show; typeId: string | null }) {
  const [dismissed, setDismissed] = useState<RecallRow | null>(null);
  const list = useRecalls(show, typeId);
  const { label = '', empty = '' } = shows.find((one) => one.show === show) ?? {};
  return (
    <Card title={label} flush>
      <PagedView
        list={list}
        size={pageSize}
        failure="Couldn’t load the recalls"
        empty={<EmptyState icon={<BellRing className="size-7" />} title={empty} />}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <Row key={row.care_due_id} row={row} onDismiss={() => setDismissed(row)} />
            ))}
          </ul>
        )}
      </PagedView>
      {dismissed === null ? null : (
        <DismissCareDialog
          careDueId={dismissed.care_due_id}
          what={`${dismissed.care_type} for ${dismissed.animal_name}`}
          onClose={() => setDismissed(null)}
        />
      )}
    </Card>
  );
}

/** Tells that nothing is sent. */
function OffBanner() {
  const { role } = useSession();
  const query = useQuery(actionQuery('recalls', { limit: 1 }));
  if (query.data?.on !== '0') return null;
  return (
    <Banner
      tone="info"
      icon={<TriangleAlert />}
      action={
        role === 'admin' ? (
          <ButtonLink size="small" to={paths.settings('recalls')}>
            Open settings
          </ButtonLink>
        ) : null
      }
    >
      Recalls are off, so clients get no messages about due dates.
    </Banner>
  );
}

/** What animals need, what was sent about it, and what was booked (/admin/recalls). */
export function RecallsPage() {
  usePage('Recalls');
  const [params, setParams] = useSearchParams();
  const types = useQuery(actionQuery('care_types', {})).data ?? [];
  const show = shows.find((one) => one.show === params.get('show'))?.show ?? 'overdue';
  const typeId = params.get('type');
  return (
    <KeepFocus className="flex flex-col gap-4">
      <PageHeader
        title="Recalls"
        subtitle="Animals that are due, the messages sent and the appointments booked"
        actions={
          <ButtonLink icon={<PackageSearch aria-hidden="true" className="size-4" />} to={paths.batches()}>
            Batches
          </ButtonLink>
        }
      />
      <OffBanner />
      <div className="flex flex-wrap items-end gap-3">
        <div className="max-w-full overflow-x-auto">
          <FilterLinks
            label="Show"
            links={shows.map((one) => ({
              label: one.label,
              to: paths.recalls({ show: one.show, type: typeId }),
              active: one.show === show,
            }))}
          />
        </div>
        <Select
          label="Recall type"
          hideLabel
          className="min-w-44"
          emptyLabel="All recall types"
          value={typeId ?? ''}
          onChange={(event) =>
            setParams(
              { show, ...(event.target.value === '' ? {} : { type: event.target.value }) },
              { replace: true },
            )
          }
          options={types.map(({ care_type_id, name }) => ({ value: String(care_type_id), label: name }))}
        />
      </div>
      <Rows key={`${show} ${typeId}`} show={show} typeId={typeId} />
    </KeepFocus>
  );
}
