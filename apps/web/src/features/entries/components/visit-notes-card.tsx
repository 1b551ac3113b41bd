import type { BookingDetail } from '@burrow/contracts/booking';
import type { EntryRecord } from '@burrow/contracts/entry-fields';
import { Pill, ScrollText, Syringe } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { usePractice } from '../../../lib/practice.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { WeightField } from '../../animals/forms/weight-field.tsx';
import { weightError, weightText } from '../../animals/animal-form.ts';
import type { EntryText } from '../entry-values.ts';
import { isGroomer, visitNotesTitle } from '../entry-words.ts';
import { EntryDialog } from '../forms/entry-dialog.tsx';
import { useVisitNotes } from '../queries.ts';
import { useVisitForm } from '../use-visit-form.ts';
import { edited, newEntry, type DraftEntry, type VisitKind } from '../visit-draft.ts';
import type { SaveState } from '../visit-save.ts';
import { ChangedElsewhere } from './changed-elsewhere.tsx';
import { TimelineItem } from './timeline-item.tsx';
import { EntryActions } from './entry-actions.tsx';
import { controlOf, GivenRow, labelOf } from './visit-entries.tsx';
import { VisitNoteFields } from './visit-note-fields.tsx';

type Stored = OutputOf<'visit_notes'>;
type Form = ReturnType<typeof useVisitForm>;

function stateText(state: SaveState, isPending: boolean): string {
  if (state.is === 'saving') return 'Saving...';
  if (state.is === 'failed') return 'Kept on this device';
  if (isPending) return 'Not saved yet, kept on this device';
  return state.is === 'saved' ? `Saved at ${state.at}` : '';
}

/** What needs a decision: a failed save, or notes that someone else changed. */
function SaveProblem({ form }: { form: Form }) {
  const { state, isStale, save } = form;
  if (isStale) return <ChangedElsewhere form={form}>Someone else changed these notes.</ChangedElsewhere>;
  if (state.is !== 'failed') return null;
  return (
    <Banner
      tone="attention"
      alert
      action={
        <Button size="small" onClick={() => void save()}>
          Retry
        </Button>
      }
    >
      {state.reason} Your notes are kept on this device.
    </Banner>
  );
}

/** Weight and temperature of the visit. */
function Measures({ form, note, stored }: { form: Form; note: DraftEntry; stored: Stored }) {
  const { weight } = form.draft;
  const isWrong = weight.trim() !== '' && weightError(weight) !== null;
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
      <WeightField
        value={weight}
        last={
          stored.weight_before === null || stored.weight_before_on === null
            ? null
            : { weight: stored.weight_before, measured_on: stored.weight_before_on }
        }
        hint={stored.weight_before === null ? undefined : `Last ${stored.weight_before} kg`}
        error={isWrong ? (weightError(weight) ?? undefined) : undefined}
        onChange={({ target }) => form.change((now) => ({ ...now, weight: target.value }))}
      />
      <TextField
        {...controlOf(note, 'temperature', (text) => changeText(form, note, text))}
        label="Temperature"
        inputMode="decimal"
        autoComplete="off"
        inputClassName="figures"
        trailing="°C"
      />
    </div>
  );
}

const changeEntry = (form: Form, entry: DraftEntry, change: Partial<DraftEntry>): void =>
  form.change((now) => ({
    ...now,
    entries: now.entries.map((one) => (one.client_key === entry.client_key ? { ...one, ...change } : one)),
  }));

const changeText = (form: Form, entry: DraftEntry, text: Partial<EntryText>, isHalfTyped?: boolean): void =>
  form.change((now) => ({
    ...now,
    entries: now.entries.map((one) =>
      one.client_key === entry.client_key ? edited(one, text, isHalfTyped) : one,
    ),
  }));

/** Adds a prescription to the visit. It is written in a dialog, because it is saved as a whole. */
function AddPrescription({ booking }: { booking: BookingDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ScrollText aria-hidden="true" className="size-4" />} onClick={() => setOpen(true)}>
        Add prescription
      </Button>
      {isOpen ? (
        <EntryDialog
          kind="prescription"
          animalId={booking.animal_id}
          animalName={booking.animal_name}
          bookingId={booking.id}
          entry={null}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Adds a vaccination, a treatment or a prescription; says whether all is saved. */
function AddAndState({
  form,
  booking,
  onAdd,
}: {
  form: Form;
  booking: BookingDetail;
  onAdd: (kind: VisitKind) => void;
}) {
  const groomer = isGroomer(usePractice()?.business_type);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={<Syringe aria-hidden="true" className="size-4" />} onClick={() => onAdd('vaccination')}>
        Add vaccination
      </Button>
      <Button icon={<Pill aria-hidden="true" className="size-4" />} onClick={() => onAdd('treatment')}>
        Add treatment
      </Button>
      {groomer ? null : <AddPrescription booking={booking} />}
      <p role="status" className="figures ml-auto text-sm text-ink-soft">
        {stateText(form.state, form.isPending)}
      </p>
    </div>
  );
}

function VisitForm({ form, booking, stored }: { form: Form; booking: BookingDetail; stored: Stored }) {
  const [fresh, setFresh] = useState<string | null>(null);
  const groomer = isGroomer(usePractice()?.business_type);
  const { entries, weight } = form.draft;
  const notes = entries.filter(({ kind }) => kind === 'note');
  const [note] = notes;
  const given = entries.filter(({ kind }) => kind !== 'note');
  const add = (kind: VisitKind) => {
    const entry = newEntry(kind);
    setFresh(entry.client_key);
    form.change((now) => ({ ...now, entries: [...now.entries, entry] }));
  };
  return (
    <div className="flex flex-col gap-4 p-4">
      <SaveProblem form={form} />
      {notes.map((one, index) => (
        <VisitNoteFields
          key={one.client_key}
          entry={one}
          label={`${groomer ? 'Coat note' : 'Note'}${index === 0 ? '' : ` ${index + 1}`}`}
          serviceId={booking.service_id}
          onChange={(text) => changeText(form, one, text)}
          onShare={(shared) => changeEntry(form, one, { shared })}
        />
      ))}
      {note === undefined ? null : <Measures form={form} note={note} stored={stored} />}
      <KeepFocus className="flex flex-col gap-4 outline-none">
        {given.map((entry) => (
          <GivenRow
            key={entry.client_key}
            entry={entry}
            label={labelOf(entry, given)}
            weight={weight.trim() === '' ? stored.last_weight : weightText(weight)}
            givenOn={stored.given_on}
            isFresh={fresh === entry.client_key}
            onChange={(text, isHalfTyped) => changeText(form, entry, text, isHalfTyped)}
            onRemove={() => form.remove(entry)}
          />
        ))}
      </KeepFocus>
      <AddAndState form={form} booking={booking} onAdd={add} />
    </div>
  );
}

/** The entries of the visit that are not in the form. */
function OtherEntries({ entries, animalName }: { entries: readonly EntryRecord[]; animalName: string }) {
  if (entries.length === 0) return null;
  return (
    <ol aria-label="Entries of this visit" className="border-b border-line">
      {entries.map((entry) => (
        <TimelineItem
          key={entry.id}
          item={{
            kind: entry.kind,
            id: entry.id,
            at: entry.at,
            entry,
            visit: null,
            weight: null,
            file: null,
            message: null,
          }}
          actions={<EntryActions entry={entry} animalName={animalName} />}
        />
      ))}
    </ol>
  );
}

function VisitNotes({
  booking,
  stored,
  readStored,
}: {
  booking: BookingDetail;
  stored: Stored;
  readStored: () => Promise<Stored | undefined>;
}) {
  const form = useVisitForm(booking.id, stored, readStored);
  return (
    <>
      <OtherEntries entries={form.beside} animalName={booking.animal_name} />
      <VisitForm form={form} booking={booking} stored={stored} />
    </>
  );
}

/** The notes of an appointment: note, weight, temperature, vaccinations and treatments, saved while they are written. */
export function VisitNotesCard({ booking }: { booking: BookingDetail }) {
  const notes = useVisitNotes(booking.id);
  const readStored = async () => (await notes.refetch()).data;
  return (
    <Card title={visitNotesTitle(usePractice()?.business_type)} flush className="print:hidden">
      <QueryView query={notes} skeleton={<SkeletonRows rows={4} />} failure="Couldn’t load the visit notes">
        {(stored) => <VisitNotes booking={booking} stored={stored} readStored={readStored} />}
      </QueryView>
    </Card>
  );
}
