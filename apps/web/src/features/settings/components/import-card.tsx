import type { ImportRecord } from '@burrow/contracts/import';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { downloadDocument } from '../../../lib/download.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery, readAgainAfter } from '../../../lib/query.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ChooseFiles } from '../../../ui/choose-files.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toast } from '../../../ui/toast.ts';

const maxBytes = 10 * 1024 * 1024;

const states: Record<ImportRecord['status'], { label: string; tone: BadgeTone }> = {
  uploaded: { label: 'Not imported', tone: 'neutral' },
  checking: { label: 'Checking', tone: 'progress' },
  checked: { label: 'Checked', tone: 'pending' },
  running: { label: 'Importing', tone: 'progress' },
  done: { label: 'Imported', tone: 'done' },
  cancelled: { label: 'Stopped', tone: 'pending' },
  undoing: { label: 'Undoing', tone: 'progress' },
  undone: { label: 'Undone', tone: 'void' },
};

/** Uploads a file and opens its page; shows the progress, and why it was refused. */
function useUpload() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxBytes) throw new Error('This file is larger than 10 MB. Please split it.');
      return uploadFile('import/upload', {}, file, { onProgress: setSent });
    },
    onMutate: () => setSent(0),
    onSuccess: ({ import_id }) => {
      readAgainAfter(client, 'import/upload');
      void navigate(paths.import(import_id));
    },
  });
  return { upload, sent };
}

function Row({ item }: { item: ImportRecord }) {
  const formats = useFormats();
  const { label, tone } = states[item.status];
  const {
    clients_created: clients,
    animals_created: animals,
    vaccinations_created: vaccinations,
  } = item.counts;
  const did = item.status === 'done' || item.status === 'cancelled' || item.status === 'running';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-full sm:basis-56">
        <Link to={paths.import(item.id)} className={`block truncate ${textLinkClass}`}>
          {item.filename}
        </Link>
        <p className="text-sm text-ink-soft">
          {formats.dateTime(item.created_at)}
          {item.created_by === null ? '' : `, ${item.created_by}`}
        </p>
      </div>
      <p className="figures text-sm text-ink-soft">
        {did
          ? [
              formats.count(clients, 'client'),
              formats.count(animals, 'animal'),
              ...(vaccinations > 0 ? [formats.count(vaccinations, 'vaccination')] : []),
            ].join(', ')
          : formats.count(item.row_count, 'row')}
      </p>
      <Badge tone={tone}>{label}</Badge>
    </li>
  );
}

/** Past imports, and a button that starts a new one. */
export function ImportCard() {
  const { upload, sent } = useUpload();
  const query = useQuery(actionQuery('imports', {}));
  const template = useMutation({
    mutationFn: () => downloadDocument('import/template', {}),
    onError: (error) => toast.failed('Couldn’t download the template', error, { about: 'import' }),
  });
  return (
    <Card title="Import clients and animals" flush>
      <div className="flex flex-col gap-3 p-4">
        <p>
          Import clients and animals from another system or a spreadsheet: save them as CSV and choose the
          file here. Everything is checked first, and nothing changes until you confirm.
        </p>
        <div className="flex flex-wrap gap-2">
          <ChooseFiles
            label="Choose a CSV file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            variant="primary"
            size="medium"
            icon={<FileUp aria-hidden="true" className="size-4" />}
            busy={upload.isPending}
            busyLabel="Reading..."
            onFiles={([file]) => (file === undefined ? undefined : upload.mutate(file))}
          />
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            busy={template.isPending}
            onClick={() => template.mutate()}
          >
            Download template
          </Button>
        </div>
        {upload.isPending ? <ProgressBar label="Uploading the file" done={sent} /> : null}
        {upload.isError ? (
          <FormProblem>{messageOf(upload.error, 'Couldn’t read the file.')}</FormProblem>
        ) : null}
      </div>
      {query.isPending ? <SkeletonRows rows={2} /> : null}
      {query.isError && !query.data ? (
        <div className="border-t border-line">
          <QueryError query={query} title="Couldn’t load the imports" />
        </div>
      ) : null}
      {query.data?.length === 0 ? (
        <div className="border-t border-line">
          <EmptyState title="No imports yet">Imported files and their results appear here.</EmptyState>
        </div>
      ) : null}
      {query.data && query.data.length > 0 ? (
        <ul aria-label="Imports">
          {query.data.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
