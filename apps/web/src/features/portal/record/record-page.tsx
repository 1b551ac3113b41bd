import type { PortalAnimal } from '@burrow/contracts/portal';
import type { PortalEntry } from '@burrow/contracts/portal-record';
import { FileHeart } from 'lucide-react';
import { ApiError } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BackLink } from '../back-link.tsx';
import { usePet } from '../pets/queries.ts';
import { CertificateButton, PrescriptionButton } from './document-buttons.tsx';
import { PortalEntryView } from './portal-entry-view.tsx';
import { PetFiles } from './pet-files.tsx';
import { recordPage, usePetRecord } from './queries.ts';

/** The entries of one kind; nothing without any. */
function Section({
  title,
  entries,
  petId,
}: {
  title: string;
  entries: readonly PortalEntry[];
  petId: number;
}) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-center gap-2 border-y border-line bg-sunken/60 px-4 py-1.5">
        <h3 className="min-w-0 flex-1 font-semibold">{title}</h3>
        {title === 'Vaccinations' ? <CertificateButton petId={petId} /> : null}
      </div>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-col gap-2 px-4 py-3">
            <PortalEntryView entry={entry} />
            {entry.kind === 'prescription' ? <PrescriptionButton entryId={entry.id} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entries({ pet }: { pet: PortalAnimal }) {
  const list = usePetRecord(pet.id);
  const of = (...kinds: PortalEntry['kind'][]) => list.rows.filter(({ kind }) => kinds.includes(kind));
  return (
    <Card title="Health record" flush>
      <PagedView
        list={list}
        size={recordPage}
        failure="Couldn’t load the medical records"
        empty={
          <EmptyState icon={<FileHeart />} title="No medical records yet">
            Vaccinations, prescriptions and notes that the practice shares with you appear here.
          </EmptyState>
        }
      >
        {() => (
          <div className="-mt-px">
            <Section title="Vaccinations" entries={of('vaccination')} petId={pet.id} />
            <Section title="Prescriptions" entries={of('prescription')} petId={pet.id} />
            <Section title="Notes and treatments" entries={of('note', 'treatment')} petId={pet.id} />
          </div>
        )}
      </PagedView>
    </Card>
  );
}

/** The medical records of one of the person's pets (/cp/records/:id). */
export function PetRecordPage() {
  const id = useRecordId();
  const pet = usePet(id);
  usePage('Medical records');
  const isMissing = id === null || (pet.error instanceof ApiError && pet.error.status === 404);
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={paths.petRecords}>All medical records</BackLink>
      <h1 className="text-2xl font-bold wrap-anywhere">
        {pet.data && !isMissing ? `Medical records of ${pet.data.animal_name}` : 'Medical records'}
      </h1>
      {isMissing ? <ErrorPanel boxed title="Pet not found" /> : null}
      {pet.data && !isMissing ? (
        <>
          <Entries pet={pet.data} />
          <PetFiles petId={pet.data.id} />
        </>
      ) : null}
      {pet.isPending && !isMissing ? <Skeleton className="h-64 rounded-lg" /> : null}
      {pet.isError && !isMissing && !pet.data ? (
        <QueryError query={pet} title="Couldn’t load the medical records" boxed />
      ) : null}
    </div>
  );
}
