import type { ClientDetail } from '@burrow/contracts/client';
import { recordsKeptYears, suppliesKeptYears } from '@burrow/contracts/data-protection';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { OutputOf } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { formatBytes, plural } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toast } from '../../../ui/toast.ts';
import { aboutClient } from '../about-client.ts';

type Preview = OutputOf<'client_erasure_preview'>;

const listClass = 'list-disc pl-5';

/** '2 animals', or an empty list for none. */
const some = (count: number, one: string): string[] => (count > 0 ? [plural(count, one)] : []);

/** The records that are erased, and those that are kept. */
function Consequences({ removed, kept }: Preview) {
  const { money } = useFormats();
  const gone = [
    'Name, contact and notes',
    ...some(removed.animals, 'animal'),
    ...some(removed.weights, 'weight'),
    ...(removed.entries > 0
      ? [removed.entries === 1 ? '1 record entry' : `${removed.entries} record entries`]
      : []),
    ...some(removed.answers, 'answer'),
    ...some(removed.messages, 'message'),
    ...(removed.files > 0 ? [`${plural(removed.files, 'file')} (${formatBytes(removed.file_bytes)})`] : []),
    'access to the portal',
  ];
  const stays = [
    ...(kept.bookings > 0 ? [`${plural(kept.bookings, 'appointment')}: day, service and price only`] : []),
    ...(kept.payments > 0 ? [`${plural(kept.payments, 'payment')}, ${money(kept.paid)}`] : []),
    ...(kept.supplies > 0
      ? [
          `${plural(kept.supplies, 'record')} of medicines given: product, batch, quantity and day, for ${suppliesKeptYears} years by law`,
        ]
      : []),
    ...(kept.invoices > 0 ? [`${plural(kept.invoices, 'issued invoice')}, with name and address`] : []),
  ];
  return (
    <>
      <h3 className="mt-3 font-semibold text-ink">Permanently erased</h3>
      <p>{gone.join(', ')}</p>
      {stays.length > 0 ? (
        <>
          <h3 className="mt-3 font-semibold text-ink">Kept</h3>
          <ul className={listClass}>
            {stays.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="mt-1 text-sm">
            You must keep invoices and payments for tax: in the United Kingdom, for {recordsKeptYears} years.
            Figures in reports don’t change.
          </p>
        </>
      ) : null}
    </>
  );
}

/** What to settle before erasing, with links. */
function Unsettled({ unsettled }: Pick<Preview, 'unsettled'>) {
  const formats = useFormats();
  const { bookings, booking_count: count, open_deposits: deposits } = unsettled;
  const { pending_refunds: refunds, imports } = unsettled;
  return (
    <>
      <p>This client can’t be erased yet. First settle:</p>
      <ul className={`mt-2 ${listClass}`}>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <Link to={paths.booking(booking.id)} className={textLinkClass}>
              Appointment on {formats.day(booking.booking_date)}, {formats.time(booking.booking_time)}
            </Link>
            : complete or cancel it
          </li>
        ))}
        {count > bookings.length ? <li>{count - bookings.length} more appointments</li> : null}
        {deposits > 0 ? <li>A deposit is being paid: wait until the payment is complete.</li> : null}
        {refunds > 0 ? (
          <li>{plural(refunds, 'refund')} in progress: wait until the money has arrived.</li>
        ) : null}
        {imports > 0 ? (
          <li>
            <Link to={paths.settings('data')} className={textLinkClass}>
              An import that includes them is running
            </Link>
            : wait until it has finished, or stop it.
          </li>
        ) : null}
      </ul>
    </>
  );
}

const isSettled = ({ unsettled }: Preview): boolean =>
  unsettled.booking_count + unsettled.open_deposits + unsettled.pending_refunds + unsettled.imports === 0;

const plain = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** 'Erase this client…': lists what is erased and kept, and asks to type the name. */
export function EraseClientDialog({
  client,
  open,
  onClose,
}: {
  client: ClientDetail;
  open: boolean;
  onClose: () => void;
}) {
  const erase = useCommand('client_erase');
  const preview = useQuery({
    ...actionQuery('client_erasure_preview', { client_id: client.id }),
    // An erased client has no preview.
    enabled: open && !erase.isPending && !erase.isSuccess,
    staleTime: 0,
  });
  const [name, setName] = useState('');
  const ready = preview.data !== undefined && isSettled(preview.data);
  const close = () => {
    setName('');
    erase.reset();
    onClose();
  };
  const send = () =>
    erase.mutate(
      { client_id: client.id, name },
      {
        onSuccess: () => {
          close();
          toast.success('Client erased', { about: aboutClient(client.id) });
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      title={`Erase ${client.name}?`}
      confirmLabel="Erase permanently"
      busyLabel="Erasing..."
      disabled={!ready || plain(name) !== plain(client.name)}
      busy={erase.isPending}
      error={erase.isError ? failureText('Couldn’t erase the client', erase.error) : null}
      onConfirm={send}
      questions={
        ready ? (
          <TextField
            className="mt-2"
            label={`Type “${client.name}” to confirm`}
            value={name}
            autoComplete="off"
            disabled={erase.isPending}
            onChange={(event) => setName(event.target.value)}
          />
        ) : null
      }
    >
      {preview.isPending ? <SkeletonRows rows={3} /> : null}
      {preview.isError && !preview.data ? (
        <QueryError query={preview} title="Couldn’t check what will be erased" />
      ) : null}
      {preview.data && !ready ? <Unsettled unsettled={preview.data.unsettled} /> : null}
      {preview.data && ready ? (
        <>
          <p>
            This cannot be undone. Earlier exports and backups still contain their data until you delete them.
          </p>
          <Consequences {...preview.data} />
        </>
      ) : null}
    </ConfirmDialog>
  );
}
