import type { AnimalRecord } from '@burrow/contracts/animal';
import type { EntryKind } from '@burrow/contracts/entry-fields';
import type { TimelineItem as Item } from '@burrow/contracts/timeline';
import { BookHeart, ChevronDown, FileDown, Plus, Printer, Syringe } from 'lucide-react';
import { useRef, useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { entryKinds, kindLabels } from '../entry-words.ts';
import { EntryDialog } from '../forms/entry-dialog.tsx';
import { RecordPdfDialog } from '../forms/record-pdf-dialog.tsx';
import { recordPage, useDocument, useHealthRecord } from '../queries.ts';
import { filterOf, timelineKinds, wholeRecord, type RecordChoice } from '../record-choice.ts';
import { EntryActions } from './entry-actions.tsx';
import { TimelineItem } from './timeline-item.tsx';

type Open = EntryKind | 'pdf';

const iconClass = 'size-4';

/** A menu whose button gets the focus back first, so that a dialog opened by an entry returns the focus to it. */
function ButtonMenu({
  entries,
  ...button
}: Pick<ButtonProps, 'variant' | 'busy' | 'icon' | 'children'> & { entries: readonly MenuEntry[] }) {
  const ref = useRef<HTMLButtonElement>(null);
  return (
    <Menu
      trigger={<Button ref={ref} size="small" {...button} />}
      entries={entries.map((entry) => ({
        ...entry,
        onSelect: () => {
          ref.current?.focus();
          entry.onSelect?.();
        },
      }))}
    />
  );
}

/** 'Add', with a choice of the kind, and the documents of the record. */
function RecordActions({
  animal,
  choice,
  onOpen,
}: {
  animal: AnimalRecord;
  choice: RecordChoice;
  onOpen: (what: Open) => void;
}) {
  const certificate = useDocument('vaccination_certificate', 'Couldn’t create the certificate');
  return (
    <>
      <ButtonMenu
        busy={certificate.isPending}
        icon={<ChevronDown aria-hidden="true" className={iconClass} />}
        entries={[
          {
            label: 'Print',
            icon: <Printer className={iconClass} />,
            to: paths.animalRecord(animal.id, { kinds: choice.kinds.join(','), q: choice.q }),
          },
          {
            label: 'Save as PDF…',
            icon: <FileDown className={iconClass} />,
            onSelect: () => onOpen('pdf'),
          },
          {
            label: 'Vaccination certificate',
            icon: <Syringe className={iconClass} />,
            onSelect: () => certificate.mutate({ animal_id: animal.id }),
          },
        ]}
      >
        Documents
      </ButtonMenu>
      <ButtonMenu
        variant="primary"
        icon={<Plus aria-hidden="true" className={iconClass} />}
        entries={entryKinds.map((kind) => ({ label: kindLabels[kind], onSelect: () => onOpen(kind) }))}
      >
        Add<span className="sr-only"> to the health record</span>
      </ButtonMenu>
    </>
  );
}

function Chip({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        'min-h-8 rounded-full border px-3 text-sm font-semibold pointer-coarse:min-h-10',
        pressed
          ? 'border-transparent bg-brand text-on-brand'
          : 'border-edge/70 bg-surface text-ink-soft hover:bg-sunken hover:text-ink',
      )}
    >
      {label}
    </button>
  );
}

/** Which kinds of item a health record shows, and the words to find. */
function RecordFilter({
  choice,
  onChange,
}: {
  choice: RecordChoice;
  onChange: (choice: RecordChoice) => void;
}) {
  const { kinds, q } = choice;
  return (
    <div className="flex flex-col gap-2.5 border-b border-line p-4">
      <SearchField
        label="Search the health record"
        placeholder="Search text, product or batch"
        value={q}
        onChange={({ target }) => onChange({ kinds, q: target.value })}
      />
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
        <Chip label="All" pressed={kinds.length === 0} onPress={() => onChange({ kinds: [], q })} />
        {timelineKinds.map((kind) => (
          <Chip
            key={kind}
            label={`${kindLabels[kind]}s`}
            pressed={kinds.includes(kind)}
            onPress={() =>
              onChange({
                kinds: kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind],
                q,
              })
            }
          />
        ))}
      </div>
    </div>
  );
}

function NothingFound({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon={<BookHeart />}
      title="No entries match"
      action={<Button onClick={onClear}>Show all</Button>}
    />
  ) : (
    <EmptyState icon={<BookHeart />} title="No entries yet">
      Add a note, a vaccination, a treatment or a prescription, or write the visit notes of an appointment.
    </EmptyState>
  );
}

const Timeline = ({ items, animal }: { items: readonly Item[]; animal: AnimalRecord }) => (
  <ol aria-label="Health record">
    {items.map((item) => (
      <TimelineItem
        key={`${item.kind} ${item.id}`}
        item={item}
        actions={item.entry ? <EntryActions entry={item.entry} animalName={animal.animal_name} /> : null}
      />
    ))}
  </ol>
);

/** An animal's health record: everything that happened, newest first, and what can be added. */
export function HealthRecordCard({ animal }: { animal: AnimalRecord }) {
  const [choice, setChoice] = useState(wholeRecord);
  const [open, setOpen] = useState<Open | null>(null);
  const asked = useDebounced(choice);
  const list = useHealthRecord(animal.id, filterOf(asked));
  const close = () => setOpen(null);
  return (
    <Card
      title="Health record"
      flush
      actions={<RecordActions animal={animal} choice={choice} onOpen={setOpen} />}
    >
      <RecordFilter choice={choice} onChange={setChoice} />
      <KeepFocus className="outline-none">
        <PagedView
          list={list}
          size={recordPage}
          failure="Couldn’t load the health record"
          empty={
            <NothingFound
              isFiltered={asked.q !== '' || asked.kinds.length > 0}
              onClear={() => setChoice(wholeRecord)}
            />
          }
        >
          {(items) => <Timeline items={items} animal={animal} />}
        </PagedView>
      </KeepFocus>
      {open === 'pdf' ? <RecordPdfDialog animal={animal} onClose={close} /> : null}
      {open !== null && open !== 'pdf' ? (
        <EntryDialog
          kind={open}
          animalId={animal.id}
          animalName={animal.animal_name}
          entry={null}
          onClose={close}
        />
      ) : null}
    </Card>
  );
}
