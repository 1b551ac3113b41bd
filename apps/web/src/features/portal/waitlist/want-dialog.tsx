import type { OwnWant } from '@burrow/contracts/portal-waitlist';
import { usualLastDay } from '@burrow/contracts/waitlist-limits';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { NativeFormDialog } from '../../../ui/native-form-dialog.tsx';
import { WantFields } from '../../waitlist/want-fields.tsx';
import { anyTime, wantInput, wantProblems, wantValues } from '../../waitlist/want-values.ts';
import { usePortalFormats } from '../portal-practice.ts';

/** What the client would wait for. */
export interface Wish {
  animalId: number;
  serviceId: number;
  staffId: number | null;
  /** In words: 'Biscuit · Full groom'. */
  about: string;
  /** The appointment that an earlier time replaces. */
  booking?: { id: number; date: string };
}

const noteHint = 'For example “after school”. The practice sees it.';
const howItWorks =
  'When a time that suits you comes free, we’ll send you a link and hold the time for a while.';
/** Puts the client on the waitlist. */
export function NewWantDialog({
  wish,
  onClose,
  onSaved,
}: {
  wish: Wish;
  onClose: () => void;
  onSaved: () => void;
}) {
  const formats = usePortalFormats();
  const today = formats.today();
  const form = useActionForm('cp/want_create', {
    draft: `${wish.animalId} ${wish.serviceId} ${wish.booking?.id ?? ''}`,
    values: {
      ...anyTime(today, usualLastDay(today, today, wish.booking?.date ?? null)),
      staff_id: wish.staffId === null ? '' : String(wish.staffId),
    },
    check: wantProblems,
    input: (values) => ({
      ...wantInput(values),
      animal_id: wish.animalId,
      service_id: wish.serviceId,
      ...(wish.booking === undefined ? {} : { booking_id: wish.booking.id }),
    }),
    onSaved,
    failure: 'Couldn’t add you to the waitlist',
  });
  return (
    <NativeFormDialog
      form={form}
      title="Tell me if something earlier comes free"
      description={`${wish.about}. ${howItWorks}`}
      submitLabel="Join waitlist"
      busyLabel="Joining..."
      onClose={onClose}
    >
      <WantFields form={form} formats={formats} noteHint={noteHint} />
    </NativeFormDialog>
  );
}

/** Changes what the client waits for. */
export function EditWantDialog({ want, onClose }: { want: OwnWant; onClose: () => void }) {
  const formats = usePortalFormats();
  const form = useActionForm('cp/want_update', {
    draft: want.want_id,
    values: wantValues(want),
    check: wantProblems,
    idField: 'want_id',
    input: (values) => ({ want_id: want.want_id, ...wantInput(values) }),
    onSaved: onClose,
    failure: 'Couldn’t save your changes',
  });
  return (
    <NativeFormDialog
      form={form}
      title="When could you come?"
      description={`${want.animal_name} · ${want.service}`}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <WantFields form={form} formats={formats} noteHint={noteHint} />
    </NativeFormDialog>
  );
}
