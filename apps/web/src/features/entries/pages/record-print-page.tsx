import { ArrowLeft, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { useAnimal } from '../../animals/queries.ts';
import { TimelineItem } from '../components/timeline-item.tsx';
import { kindLabels } from '../entry-words.ts';
import { useHealthRecord } from '../queries.ts';
import { choiceIn, filterOf, type RecordChoice } from '../record-choice.ts';

/** The most items a request returns. */
const pageSize = 100;

/** Every page of the record, one after the other. */
function useWholeRecord(animalId: number, choice: RecordChoice) {
  const list = useHealthRecord(animalId, filterOf(choice), pageSize);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return list;
}

/** What is printed, in words: 'Vaccinations and notes, with “cough”'. */
const choiceText = ({ kinds, q }: RecordChoice): string =>
  [
    kinds.length === 0 ? 'All entries' : kinds.map((kind) => `${kindLabels[kind]}s`).join(', '),
    ...(q === '' ? [] : [`with “${q}”`]),
  ].join(' ');

function Record({ animalId, choice }: { animalId: number; choice: RecordChoice }) {
  const list = useWholeRecord(animalId, choice);
  if (list.isError) return <QueryError query={list} title="Couldn’t load the health record" boxed />;
  if (list.isPending || list.hasNextPage) return <Loading />;
  return (
    <>
      <Button
        variant="primary"
        className="self-start print:hidden"
        icon={<Printer aria-hidden="true" className="size-4" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      {list.rows.length === 0 ? <p>No entries.</p> : null}
      <ol aria-label="Health record" className="rounded-lg border border-line bg-surface print:border-0">
        {list.rows.map((item) => (
          <TimelineItem key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ol>
    </>
  );
}

/** An animal's health record on one page, to print (/admin/animal/:id/record). */
export function RecordPrintPage() {
  const id = useRecordId();
  const [params] = useSearchParams();
  const formats = useFormats();
  const practice = usePractice();
  const animal = useAnimal(id);
  const choice = choiceIn(params);
  usePage('Health record', id === null ? paths.animals : paths.animal(id));
  if (id === null || (animal.error instanceof ApiError && animal.error.status === 404))
    return (
      <>
        <h1 className="sr-only">Health record</h1>
        <ErrorPanel title="Animal not found">
          <ButtonLink className="mt-2" to={paths.animals}>
            All animals
          </ButtonLink>
        </ErrorPanel>
      </>
    );
  return (
    <div className="flex flex-col gap-4 print:block">
      <ButtonLink
        variant="quiet"
        className="self-start print:hidden"
        icon={<ArrowLeft aria-hidden="true" className="size-4" />}
        to={paths.animal(id)}
      >
        Back to the animal
      </ButtonLink>
      <header>
        <h1 className="text-2xl font-bold wrap-anywhere">
          Health record{animal.data ? ` of ${animal.data.animal_name}` : ''}
        </h1>
        <p className="text-ink-soft wrap-anywhere">
          {[practice?.tenant_name, animal.data?.client_name, choiceText(choice), formats.day(formats.today())]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <Record animalId={id} choice={choice} />
    </div>
  );
}
