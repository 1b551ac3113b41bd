import { useSearchParams } from 'react-router-dom';
import { usePage } from '../../../lib/page-name.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { BatchesCard } from '../components/batches-card.tsx';

/** The batches given, and the animals that were given each (/admin/batches); the address keeps the batch that is open. */
export function BatchesPage() {
  usePage('Batches');
  const [params, setParams] = useSearchParams();
  const batch = params.get('batch');
  const medicine = params.get('medicine');
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Batches" subtitle="Vaccines and medicines given, batch by batch" />
      <BatchesCard
        title="Batches given"
        opened={
          batch === null
            ? null
            : {
                batch,
                medicine_id: medicine !== null && /^\d{1,15}$/.test(medicine) ? Number(medicine) : null,
              }
        }
        onOpen={(opened) =>
          setParams(
            opened === null
              ? {}
              : {
                  batch: opened.batch,
                  ...(opened.medicine_id === null ? {} : { medicine: String(opened.medicine_id) }),
                },
            { replace: true },
          )
        }
      />
    </div>
  );
}
