import { Archive, CalendarPlus, Info, Pencil } from 'lucide-react';
import { useState, type ComponentType, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, type DialogProps } from '../../ui/dialog.tsx';
import { EditArchiveMenu } from '../../ui/edit-archive-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { NativeDialog } from '../../ui/native-dialog.tsx';
import { OneTimeLinkDialog } from '../../ui/one-time-link-dialog.tsx';
import { Popover } from '../../ui/popover.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { toast } from '../../ui/toast.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { formats, longText } from './example-data.ts';
import { Row, Variant, type ShownComponent } from './shown.tsx';

/** A button that opens `children`. */
function Opener({
  label,
  children,
}: {
  label: string;
  children: (open: boolean, setOpen: (open: boolean) => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {children(open, setOpen)}
    </>
  );
}

/** A dialog of either kind. */
function Dialogs({ kind: Kind }: { kind: ComponentType<DialogProps> }) {
  return (
    <Row>
      <Opener label="Open dialog">
        {(open, setOpen) => (
          <Kind
            open={open}
            onOpenChange={setOpen}
            title="Appointment details"
            description="Bella, Wednesday 25 November 2026, 09:30"
            width="small"
            actions={
              <Button variant="primary" onClick={() => setOpen(false)}>
                Done
              </Button>
            }
          >
            {longText}
          </Kind>
        )}
      </Opener>
      <Opener label="Open long dialog">
        {(open, setOpen) => (
          <Kind open={open} onOpenChange={setOpen} title="Notes of the last 24 visits" width="large">
            <div className="flex flex-col gap-4">
              {Array.from({ length: 24 }, (_, visit) => (
                <p key={visit}>{longText}</p>
              ))}
            </div>
          </Kind>
        )}
      </Opener>
      <Opener label="Open dialog without a close button">
        {(open, setOpen) => (
          <Kind
            open={open}
            onOpenChange={setOpen}
            title="Choose a new password"
            dismissible={false}
            actions={
              <Button variant="primary" onClick={() => setOpen(false)}>
                Save password
              </Button>
            }
          >
            Your administrator has reset your password.
          </Kind>
        )}
      </Opener>
    </Row>
  );
}

const confirm = { busy: false, error: null };

const ConfirmDialogExample = () => (
  <Row>
    <Opener label="Ask before cancelling">
      {(open, onOpenChange) => (
        <ConfirmDialog
          {...{ ...confirm, open, onOpenChange }}
          title="Cancel Bella’s appointment?"
          confirmLabel="Cancel appointment"
          cancelLabel="Keep it"
          onConfirm={() => onOpenChange(false)}
        >
          The client gets a message.
        </ConfirmDialog>
      )}
    </Opener>
    <Opener label="Ask before booking">
      {(open, onOpenChange) => (
        <ConfirmDialog
          {...{ ...confirm, open, onOpenChange }}
          title="Double-book Dr Sarah Mitchell?"
          confirmLabel="Double-book"
          tone="primary"
          onConfirm={() => onOpenChange(false)}
        />
      )}
    </Opener>
    <Opener label="Ask again after an error">
      {(open, onOpenChange) => (
        <ConfirmDialog
          {...{ ...confirm, open, onOpenChange }}
          title="Void this payment?"
          confirmLabel="Void payment"
          error="The payment was refunded already. Reload the page."
          onConfirm={() => onOpenChange(false)}
        >
          £45.00 by card.
        </ConfirmDialog>
      )}
    </Opener>
  </Row>
);

const OneTimeLinkDialogExample = () => (
  <Row>
    <Opener label="Show one-time link">
      {(open, setOpen) =>
        open ? (
          <OneTimeLinkDialog
            title="Invite Emma Hughes"
            link={{ setup_link: '/app/welcome#example', expires_at: '2026-11-28T09:30:00Z' }}
            dateTime={formats.dateTime}
            explanation="With this link Emma Hughes chooses her password."
            onClose={() => setOpen(false)}
          />
        ) : null
      }
    </Opener>
  </Row>
);

const entries: readonly MenuEntry[] = [
  {
    label: 'Edit',
    icon: <Pencil aria-hidden="true" className="size-4" />,
    onSelect: () => toast.news('Edit'),
  },
  {
    label: 'Book appointment',
    icon: <CalendarPlus aria-hidden="true" className="size-4" />,
    to: '#menu',
  },
  { label: 'Merge with another client', disabled: true, onSelect: () => undefined },
  {
    label: 'Archive',
    icon: <Archive aria-hidden="true" className="size-4" />,
    tone: 'attention',
    onSelect: () => toast.news('Archive'),
  },
];

const MenuExample = () => (
  <Row>
    <Menu
      trigger={<Button>Open menu</Button>}
      align="start"
      header={<p className="font-semibold">Ann Whitaker</p>}
      entries={entries}
    />
  </Row>
);

const PopoverExample = () => (
  <Popover
    trigger={<IconButton label="What is revenue?" icon={<Info aria-hidden="true" />} />}
    title="Revenue"
    align="start"
  >
    <p className="px-4 py-2.5">Payments less refunds in the period, whatever the day of the appointment.</p>
  </Popover>
);

const ToasterExample = () => (
  <Row>
    <Button onClick={() => toast.success('Notes saved')}>Show success</Button>
    <Button
      onClick={() =>
        toast.success('Appointment cancelled', {
          description: 'Bella, Wednesday 25 November 2026, 09:30',
          undo: () => toast.success('Appointment restored'),
        })
      }
    >
      Show success with Undo
    </Button>
    <Button
      onClick={() =>
        toast.error('Couldn’t save the notes', {
          description: 'Couldn’t reach the server. Check your internet connection and try again.',
        })
      }
    >
      Show error
    </Button>
    <Button onClick={() => toast.news('Ann Whitaker requested an appointment')}>Show news</Button>
    <Toaster />
  </Row>
);

export const dialogsAndMenus: readonly ShownComponent[] = [
  { name: 'Dialog', file: 'dialog.tsx', Example: () => <Dialogs kind={Dialog} /> },
  { name: 'NativeDialog', file: 'native-dialog.tsx', Example: () => <Dialogs kind={NativeDialog} /> },
  { name: 'ConfirmDialog', file: 'confirm-dialog.tsx', Example: ConfirmDialogExample },
  { name: 'OneTimeLinkDialog', file: 'one-time-link-dialog.tsx', Example: OneTimeLinkDialogExample },
  { name: 'Menu', file: 'menu.tsx', Example: MenuExample },
  {
    name: 'RowMenu',
    file: 'row-menu.tsx',
    Example: () => (
      <Variant name="at the end of a row">
        <RowMenu label="Actions for Ann Whitaker" entries={entries} />
      </Variant>
    ),
  },
  {
    name: 'EditArchiveMenu',
    file: 'edit-archive-menu.tsx',
    Example: () => (
      <Variant name="at the end of a row">
        <EditArchiveMenu
          name="Metacam"
          onEdit={() => toast.success('The medicine would be edited.')}
          onArchive={() => toast.success('The medicine would be archived.')}
        />
      </Variant>
    ),
  },
  { name: 'Popover', file: 'popover.tsx', Example: PopoverExample },
  { name: 'Toaster', file: 'toaster.tsx', Example: ToasterExample },
];
