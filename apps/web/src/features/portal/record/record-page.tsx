import type { PortalAnimal } from '@burrow/contracts/portal';
import type { PortalEntry } from '@burrow/contracts/portal-record';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { FileHeart, FileDown } from 'lucide-react';
import { useMemo } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { callAction } from '../../../lib/api.ts';
import { downloadDocument } from '../../../lib/download.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EntryFacts } from '../../entries/components/entry-facts.tsx';
import { factsOf, headingOf } from '../../entries/entry-words.ts';
import { BackLink } from '../back-link.tsx';
import { usePet } from '../pets/queries.ts';
import { usePortalFormats } from '../portal-practice.ts';
import { PetFiles } from './pet-files.tsx';

const recordPage = 50;

/** What the practice shows of a pet's health record, newest first, page by page. */
function usePetRecord(petId: number) {
  const list = useInfiniteQuery({
    queryKey: ['cp/record', petId],
    queryFn: ({ pageParam, signal }) =>
      callAction(
        'cp/record',
        { animal_id: petId, limit: recordPage, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ entries }) => entries) ?? [], [pages]);
  return { ...list, rows };
}

/** An entry of the record as its client sees it. */
function PortalEntryView({ entry }: { entry: PortalEntry }) {
  const formats = usePortalFormats();
  return (
    <div className="flex flex-col gap-1">
      <p className="font-semibold wrap-anywhere">{headingOf(entry)}</p>
      <p className="figures text-sm text-ink-soft">
        {[formats.date(entry.at), entry.author].filter(Boolean).join(' · ')}
      </p>
      <p className="wrap-anywhere whitespace-pre-line empty:hidden">{entry.body}</p>
      <EntryFacts facts={factsOf(entry, formats)} />
      {entry.addenda.map(({ id, at, body }) => (
        <p key={id} className="border-l-2 border-edge/60 pl-3 wrap-anywhere whitespace-pre-line">
          <span className="figures block text-sm text-ink-soft">Added {formats.date(at)}</span>
          {body}
        </p>
      ))}
    </div>
  );
}

/** Saves a PDF, and says why it can't be created. */
function PdfButton({
  label,
  failure,
  download,
}: {
  label: string;
  failure: string;
  download: () => Promise<void>;
}) {
  const pdf = useMutation({ mutationFn: download });
  return (
    <div>
      <Button
        size="small"
        icon={<FileDown aria-hidden="true" className="size-4" />}
        busy={pdf.isPending}
        busyLabel="Creating..."
        onClick={() => pdf.mutate()}
      >
        {label}
      </Button>
      {pdf.isError ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {failureText(failure, pdf.error)}
        </p>
      ) : null}
    </div>
  );
}

/** The pet's vaccinations as a PDF. */
const CertificateButton = ({ petId }: { petId: number }) => (
  <PdfButton
    label="Vaccination certificate"
    failure="Couldn’t create the certificate"
    download={() => downloadDocument('cp/vaccination_certificate', { animal_id: petId })}
  />
);

/** A prescription as a PDF. */
const PrescriptionButton = ({ entryId }: { entryId: number }) => (
  <PdfButton
    label="Prescription PDF"
    failure="Couldn’t create the prescription"
    download={() => downloadDocument('cp/prescription_pdf', { entry_id: entryId })}
  />
);

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
