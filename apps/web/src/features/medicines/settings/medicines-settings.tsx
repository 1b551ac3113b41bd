import type { MedicineRecord } from '@burrow/contracts/medicine';
import { Pill } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { AddButton } from '../../../ui/add-button.tsx';
import { ArchivedList } from '../../../ui/archived-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EditArchiveMenu } from '../../../ui/edit-archive-menu.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { StarterMenu } from '../../settings/components/starter-menu.tsx';
import { medicineFacts } from '../medicine-words.ts';
import { useArchivedMedicines, useMedicines } from '../queries.ts';
import { BatchesCard, type OpenedBatch } from '../components/batches-card.tsx';
import { MedicineDialog } from './medicine-dialog.tsx';
import { WithoutRecallTypeDialog } from './without-recall-type-dialog.tsx';

/** How many of a long list are shown at first. */
const shownAtFirst = 50;

/** Archives or restores a medicine, with an Undo in the toast. */
function useMedicineInUse() {
  const archive = useCommand('medicine_archive');
  const restore = useCommand('medicine_restore');
  const put = ({ id, name }: MedicineRecord, inUse: boolean): void =>
    toast.tell((inUse ? restore : archive).mutateAsync({ medicine_id: id }), {
      done: `${name} ${inUse ? 'restored' : 'archived'}`,
      failed: `Couldn’t ${inUse ? 'restore' : 'archive'} ${name}`,
      about: `medicine ${id}`,
      undo: () => put({ id, name } as MedicineRecord, !inUse),
    });
  return { put, isBusy: (id: number) => restore.isPending && restore.variables.medicine_id === id };
}

const matches = ({ name, manufacturer }: MedicineRecord, q: string): boolean =>
  `${name} ${manufacturer ?? ''}`.toLowerCase().includes(q.trim().toLowerCase());

function MedicineList({
  medicines,
  onEdit,
}: {
  medicines: readonly MedicineRecord[];
  onEdit: (medicine: MedicineRecord) => void;
}) {
  const { put } = useMedicineInUse();
  const [q, setQ] = useState('');
  const [isWhole, setWhole] = useState(false);
  const found = medicines.filter((medicine) => matches(medicine, q));
  const shown = isWhole ? found : found.slice(0, shownAtFirst);
  return (
    <>
      {medicines.length > 8 ? (
        <div className="border-b border-line p-4">
          <SearchField
            label="Search medicines"
            placeholder="Search name or manufacturer"
            value={q}
            onChange={({ target }) => setQ(target.value)}
          />
        </div>
      ) : null}
      <ul aria-label="Vaccines and medicines" className="divide-y divide-line">
        {shown.map((medicine) => (
          <li key={medicine.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-anywhere">{medicine.name}</p>
              <p className="figures text-sm text-ink-soft wrap-anywhere">{medicineFacts(medicine)}</p>
            </div>
            <EditArchiveMenu
              name={medicine.name}
              onEdit={() => onEdit(medicine)}
              onArchive={() => put(medicine, false)}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className="px-4 py-6 text-center text-ink-soft">No medicine matches.</p>
      ) : null}
      {shown.length < found.length ? (
        <div className="border-t border-line px-4 py-3 text-center">
          <Button onClick={() => setWhole(true)}>Show all {found.length}</Button>
        </div>
      ) : null}
    </>
  );
}

function ArchivedMedicines() {
  const archived = useArchivedMedicines();
  const { put, isBusy } = useMedicineInUse();
  return (
    <ArchivedList
      title="Archived"
      className="border-t border-line px-4 py-3"
      items={archived.data ?? []}
      nameOf={({ name }) => name}
      isBusy={isBusy}
      onRestore={(medicine) => put(medicine, true)}
    />
  );
}

/** The practice's vaccines and medicines, and the batches that were given. */
export function MedicinesSettings() {
  const medicines = useMedicines();
  const [open, setOpen] = useState<{ medicine: MedicineRecord | null } | null>(null);
  const [batch, setBatch] = useState<OpenedBatch | null>(null);
  /** The vaccines that the starter list left without a recall type, by name. */
  const [unlinked, setUnlinked] = useState<readonly string[]>([]);
  const without = (medicines.data ?? []).filter(
    ({ name, care_type_id: type }) => type === null && unlinked.includes(name),
  );
  const add = () => setOpen({ medicine: null });
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="Vaccines and medicines"
        flush
        actions={
          <>
            <StarterMenu
              command="medicines_load_starter"
              list="starter list"
              record="medicine"
              onLoaded={(answer) =>
                setUnlinked('without_recall_type' in answer ? answer.without_recall_type : [])
              }
            />
            <AddButton what="vaccine or medicine" onClick={add} />
          </>
        }
      >
        <KeepFocus className="outline-none">
          <QueryView
            query={medicines}
            skeleton={<SkeletonRows rows={4} />}
            failure="Couldn’t load the medicines"
            empty={
              <EmptyState icon={<Pill />} title="No medicines yet">
                Add the products you stock, or load a starter list. Visit notes fill in the batch and when
                it’s due again.
              </EmptyState>
            }
          >
            {(all) => <MedicineList medicines={all} onEdit={(medicine) => setOpen({ medicine })} />}
          </QueryView>
          <ArchivedMedicines />
        </KeepFocus>
      </Card>
      <BatchesCard title="Batches" opened={batch} onOpen={setBatch} />
      {open === null ? null : <MedicineDialog medicine={open.medicine} onClose={() => setOpen(null)} />}
      {open === null && without.length > 0 ? (
        <WithoutRecallTypeDialog
          vaccines={without}
          onEdit={(medicine) => setOpen({ medicine })}
          onClose={() => setUnlinked([])}
        />
      ) : null}
    </div>
  );
}
