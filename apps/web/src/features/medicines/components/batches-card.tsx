import type { RecalledAnimal } from '@burrow/contracts/medicine';
import { useQuery } from '@tanstack/react-query';
import { Download, PackageSearch } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { OutputOf } from '../../../lib/api.ts';
import { formatPhone, phoneLink, plural } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { useDocument } from '../../entries/queries.ts';
import { useBatches } from '../queries.ts';

/** A link large enough beside another. */
const targetClass = `inline-flex min-h-6 items-center pointer-coarse:min-h-11 ${textLinkClass}`;

type Batch = OutputOf<'medicine_batches'>[number];
/** A batch whose animals are shown; without a medicine, of whichever product. */
export type OpenedBatch = Pick<Batch, 'batch' | 'medicine_id'>;

function RecalledRow({ animal }: { animal: RecalledAnimal }) {
  const formats = useFormats();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <Link to={paths.animal(animal.animal_id)} className={targetClass}>
          {animal.animal_name}
        </Link>
        {animal.struck === '1' ? (
          <Badge tone="void" className="ml-2">
            Struck through
          </Badge>
        ) : null}
        <span className="figures block text-sm text-ink-soft">
          {[animal.species, animal.product, formats.date(animal.at)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <Link to={paths.client(animal.client_id)} className={targetClass}>
          {animal.client_name}
        </Link>
        <span className="block text-sm">
          {animal.phone === null ? (
            (animal.email ?? 'No phone or email')
          ) : (
            <a href={phoneLink(animal.phone)} className={`figures ${targetClass}`}>
              {formatPhone(animal.phone)}
            </a>
          )}
        </span>
      </span>
    </li>
  );
}

/** All animals that were given a batch, with their owners. */
function RecallDialog({ batch, onClose }: { batch: OpenedBatch; onClose: () => void }) {
  const asked = {
    batch: batch.batch,
    ...(batch.medicine_id === null ? {} : { medicine_id: batch.medicine_id }),
  };
  const recall = useQuery(actionQuery('batch_recall', asked));
  const products = [...new Set(recall.data?.map(({ product }) => product))];
  const csv = useDocument('batch_recall_csv', 'Couldn’t create the list');
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      width="large"
      title={`Batch ${batch.batch}`}
      description={`All animals that were given ${products.length === 1 ? `${products[0]} of ` : ''}this batch`}
      actions={
        <Button
          icon={<Download aria-hidden="true" className="size-4" />}
          busy={csv.isPending}
          busyLabel="Creating..."
          onClick={() => csv.mutate(asked)}
        >
          Save as CSV
        </Button>
      }
    >
      <QueryView
        query={recall}
        skeleton={<SkeletonRows rows={3} />}
        failure="Couldn’t load the animals"
        empty={<p>No animals.</p>}
      >
        {(animals) => (
          <ul aria-label="Animals given this batch" className="divide-y divide-line">
            {animals.map((animal) => (
              <RecalledRow key={animal.entry_id} animal={animal} />
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  );
}

function BatchList({ batches, onOpen }: { batches: readonly Batch[]; onOpen: (batch: Batch) => void }) {
  const formats = useFormats();
  return (
    <ul aria-label="Batches" className="divide-y divide-line">
      {batches.map((batch) => (
        <li
          key={`${batch.batch} ${batch.medicine_id} ${batch.product}`}
          className="flex items-center gap-3 px-4 py-2"
        >
          <div className="min-w-0 flex-1">
            <p className="figures font-semibold wrap-anywhere">{batch.batch}</p>
            <p className="figures text-sm text-ink-soft wrap-anywhere">
              {batch.product} · {plural(batch.animals, 'animal')} · last given{' '}
              {formats.date(batch.last_given_at)}
            </p>
          </div>
          <Button size="small" onClick={() => onOpen(batch)}>
            Animals<span className="sr-only"> given batch {batch.batch}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The batches that were given, and who got each of them. */
export function BatchesCard({
  title,
  opened,
  onOpen,
}: {
  title: string;
  opened: OpenedBatch | null;
  onOpen: (batch: OpenedBatch | null) => void;
}) {
  const [q, setQ] = useState('');
  const batches = useBatches(useDebounced(q.trim()));
  return (
    <Card title={title} flush>
      <div className="border-b border-line p-4">
        <SearchField
          label="Search batches"
          placeholder="Search batch or product"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
      </div>
      <QueryView
        query={batches}
        skeleton={<SkeletonRows rows={3} />}
        failure="Couldn’t load the batches"
        empty={
          <EmptyState
            icon={<PackageSearch />}
            title={q.trim() === '' ? 'No batches given yet' : 'No batch matches'}
          />
        }
      >
        {(all) => <BatchList batches={all} onOpen={onOpen} />}
      </QueryView>
      {opened === null ? null : <RecallDialog batch={opened} onClose={() => onOpen(null)} />}
    </Card>
  );
}
