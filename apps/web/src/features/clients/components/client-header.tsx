import type { BookingRow } from '@burrow/contracts/booking';
import type { ClientDetail, ClientRecord } from '@burrow/contracts/client';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  ArchiveRestore,
  CalendarPlus,
  Download,
  Ellipsis,
  MessageSquareText,
  Pencil,
  UserRound,
  UserRoundX,
} from 'lucide-react';
import { useState } from 'react';
import { downloadDocument } from '../../../lib/download.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useSession } from '../../../lib/session-store.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutClient } from '../about-client.ts';
import { clientChanges, valuesOf } from '../client-values.ts';
import { ClientFields } from '../forms/client-fields.tsx';
import { useRestoreClient } from '../use-restore-client.ts';
import { ArchiveClient } from './archive-client.tsx';
import { ClientBadge } from './client-badge.tsx';

// Rarely needed, so loaded when it opens.
const EraseClientDialog = lazyDialog(
  async () => (await import('./erase-client-dialog.tsx')).EraseClientDialog,
);

function RestoreClient({ client }: { client: ClientRecord }) {
  const { restore, isRestoring } = useRestoreClient(client);
  return (
    <Button
      variant="primary"
      icon={<ArchiveRestore aria-hidden="true" className="size-4" />}
      busy={isRestoring}
      busyLabel="Restoring..."
      onClick={restore}
    >
      Restore Client
    </Button>
  );
}

/** Exports or erases a client's data; for admins. */
function ClientDataMenu({ client }: { client: ClientDetail }) {
  const session = useSession();
  const [erasing, setErasing] = useState<'never' | 'open' | 'closed'>('never');
  if (session?.role !== 'admin') return null;
  const exportData = () =>
    toast.tell(downloadDocument('client_export', { client_id: client.id }), {
      done: 'Data exported',
      failed: (error) => failureText('Couldn’t export the data', error),
      about: aboutClient(client.id),
    });
  const icon = 'size-4';
  return (
    <>
      <Menu
        trigger={<IconButton label="More about this client" icon={<Ellipsis aria-hidden="true" />} />}
        entries={[
          {
            label: 'Export this client’s data',
            icon: <Download className={icon} />,
            onSelect: exportData,
          },
          {
            label: 'Erase this client…',
            icon: <UserRoundX className={icon} />,
            tone: 'attention',
            onSelect: () => setErasing('open'),
          },
        ]}
      />
      {erasing === 'never' ? null : (
        <EraseClientDialog client={client} open={erasing === 'open'} onClose={() => setErasing('closed')} />
      )}
    </>
  );
}

function EditClientDialog({ client, onClose }: { client: ClientDetail; onClose: () => void }) {
  const form = useActionForm('client_update', {
    draft: client.id,
    values: valuesOf(client),
    rulesOf: 'client_create',
    input: (values, began) => {
      const changes = clientChanges(began, values);
      return changes && { client_id: client.id, ...changes };
    },
    onSaved: () => {
      toast.success('Client updated', { about: aboutClient(client.id) });
      onClose();
    },
    onUnchanged: onClose,
    failure: 'Failed to update client details',
    blames: { phone_taken: 'phone' },
  });
  return (
    <FormDialog
      form={form}
      title="Edit Client"
      className="grid gap-4 sm:grid-cols-2"
      submitLabel="Save Changes"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <ClientFields form={form} hasPortal={client.portal_access === '1'} />
    </FormDialog>
  );
}

/** 'Edit Client': all fields of the record. */
function EditClient({ client }: { client: ClientDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Pencil aria-hidden="true" className="size-4" />} onClick={() => setOpen(true)}>
        Edit Client
      </Button>
      {open ? <EditClientDialog client={client} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The client's name and status, with actions. */
export function ClientHeader({
  client,
  bookings,
}: {
  client: ClientDetail;
  bookings: UseQueryResult<BookingRow[]>;
}) {
  const formats = useFormats();
  return (
    <KeepFocus className="outline-none">
      <PageHeader
        leading={
          <span
            aria-hidden="true"
            className="grid size-12 shrink-0 place-items-center rounded-full bg-brand-soft text-brand"
          >
            <UserRound className="size-6" />
          </span>
        }
        title={client.name}
        badges={<ClientBadge active={client.active} erased={client.erased} />}
        subtitle={`Client since ${formats.date(client.created_at)}`}
        actions={
          client.erased === '1' ? null : (
            <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
              {client.active === '1' ? (
                <ButtonLink
                  variant="primary"
                  icon={<CalendarPlus aria-hidden="true" className="size-4" />}
                  to={paths.bookingCreate({ client_id: client.id })}
                >
                  Schedule Appointment
                </ButtonLink>
              ) : (
                <RestoreClient client={client} />
              )}
              <ButtonLink
                icon={<MessageSquareText aria-hidden="true" className="size-4" />}
                to={paths.messages({ client: client.id })}
              >
                Message
              </ButtonLink>
              <EditClient client={client} />
              {client.active === '1' ? <ArchiveClient client={client} bookings={bookings} /> : null}
              <ClientDataMenu client={client} />
            </div>
          )
        }
      />
    </KeepFocus>
  );
}
