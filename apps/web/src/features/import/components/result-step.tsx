import type { ImportDetail } from '@burrow/contracts/import';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { CountList } from './count-list.tsx';
import { FindingList } from './finding-list.tsx';

type Kept = ImportDetail['kept'][number];

const reasons: Record<Kept['reason'], string> = {
  changed: 'has changed since',
  appointment: 'has appointments',
  file: 'has files',
  weight: 'has other weights',
  message: 'was sent messages',
  portal: 'has signed up to the portal',
  animal: 'has an animal that is kept',
  deposit: 'has a deposit',
  waitlist: 'is on the waitlist',
  care: 'has due dates in use',
  record: 'has a health record',
};

/** The records that undoing kept, and why. */
function KeptRecords({ item }: { item: ImportDetail }) {
  const { number } = useFormats();
  return (
    <Card title="Kept records">
      <p className="text-ink-soft">
        {number(item.kept_count)} {item.kept_count === 1 ? 'record is' : 'records are'} kept because of
        changes or activity since the import.
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {item.kept.map(({ kind, id, name, reason }) => (
          <li key={`${kind} ${id}`} className="wrap-anywhere">
            <Link to={kind === 'client' ? paths.client(id) : paths.animal(id)} className={textLinkClass}>
              {name}
            </Link>{' '}
            {reasons[reason]}
          </li>
        ))}
      </ul>
      {item.kept_count > item.kept.length ? (
        <p className="mt-2 text-sm text-ink-soft">Showing the first {item.kept.length}.</p>
      ) : null}
    </Card>
  );
}

function UndoImport({ item }: { item: ImportDetail }) {
  const formats = useFormats();
  const [asks, setAsks] = useState(false);
  if (item.cleared === '1') return null;
  return (
    <>
      <Button variant="attention-secondary" onClick={() => setAsks(true)}>
        Undo this import
      </Button>
      <p className="basis-full text-sm text-ink-soft">
        It can be undone until {formats.dateTime(item.expires_at)}; then the file is deleted.
      </p>
      <ConfirmCommand
        command="import/undo"
        input={{ import_id: item.id }}
        open={asks}
        onClose={() => setAsks(false)}
        title="Undo this import?"
        confirmLabel="Undo the import"
        busyLabel="Starting..."
        failure="Couldn’t undo the import."
      >
        Clients and animals it added are deleted, and fields it filled in are cleared. Records changed since,
        or with appointments, files or messages, are kept.
      </ConfirmCommand>
    </>
  );
}

const headlines = {
  done: 'Import complete.',
  cancelled: 'Import stopped. Rows imported before that are in Burrow.',
  undone: 'Import undone.',
} as const;

/** The result of an import, with a button to undo it. */
export function ResultStep({ item, status }: { item: ImportDetail; status: keyof typeof headlines }) {
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <Banner tone={status === 'done' ? 'info' : 'warning'}>
          <strong>{headlines[status]}</strong>
        </Banner>
      </div>
      <Card
        title={status === 'undone' ? 'What the import had added before it was undone' : 'What was imported'}
      >
        <CountList counts={item.counts} />
      </Card>
      {item.kept_count === 0 ? null : <KeptRecords item={item} />}
      <div className="flex flex-wrap items-center gap-2">
        <ButtonLink variant="primary" to={paths.clients}>
          View clients
        </ButtonLink>
        <ButtonLink to={paths.settings('data')}>Import another file</ButtonLink>
        {status === 'undone' ? null : <UndoImport item={item} />}
      </div>
      {item.cleared === '1' || item.counts.problem_rows === 0 ? null : (
        <FindingList item={item} kind="problem" />
      )}
      {item.cleared === '1' || item.counts.notice_rows === 0 ? null : (
        <FindingList item={item} kind="notice" />
      )}
      {item.cleared === '1' || item.counts.duplicate_rows === 0 ? null : (
        <FindingList item={item} kind="duplicate" />
      )}
    </div>
  );
}
