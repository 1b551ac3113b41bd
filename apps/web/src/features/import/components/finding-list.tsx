import type { ImportDetail } from '@burrow/contracts/import';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { callAction } from '../../../lib/api.ts';
import { downloadDocument } from '../../../lib/download.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.ts';

const pageSize = 50;

const words = {
  problem: {
    title: 'Rows with a problem',
    about: 'These rows are left out. Correct them and import again.',
  },
  notice: {
    title: 'Rows to check',
    about: 'The name in these rows differs from the record they were matched to, or a due date wasn’t added.',
  },
  duplicate: {
    title: 'Rows with nothing new',
    about: 'These rows add no client, animal, vaccination or due date.',
  },
} as const;

function useFindings(importId: number, kind: keyof typeof words) {
  return useInfiniteQuery({
    queryKey: ['import/findings', { import_id: importId, kind, limit: pageSize }],
    queryFn: ({ pageParam, signal }) =>
      callAction(
        'import/findings',
        { import_id: importId, kind, limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < pageSize ? null : String(page.at(-1)?.line ?? '')),
  });
}

function DownloadRows({ importId }: { importId: number }) {
  const download = useMutation({
    mutationFn: () => downloadDocument('import/problem_rows', { import_id: importId }),
    onError: (error) => toast.failed('Couldn’t download the rows', error, { about: 'import' }),
  });
  return (
    <Button
      size="small"
      icon={<Download aria-hidden="true" className="size-4" />}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      Download these rows
    </Button>
  );
}

/** The rows that are not imported or need a check, with the reasons. */
export function FindingList({ item, kind }: { item: ImportDetail; kind: keyof typeof words }) {
  const query = useFindings(item.id, kind);
  const { title, about } = words[kind];
  return (
    <Card title={title} flush actions={kind === 'problem' ? <DownloadRows importId={item.id} /> : null}>
      <p className="px-4 py-2.5 text-ink-soft">{about}</p>
      <PagedView
        list={{ ...query, rows: query.data?.pages.flat() ?? [] }}
        size={pageSize}
        failure="Couldn’t load the rows"
        skeletonRows={3}
        empty={null}
      >
        {(rows) => (
          <Table caption={title}>
            <thead>
              <tr>
                <Th>Row</Th>
                <Th>{kind === 'problem' ? 'What to do' : 'Why'}</Th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, findings }) => (
                <Tr key={line}>
                  <Td className="figures w-16 align-top">{line}</Td>
                  <Td>
                    <ul className="flex flex-col gap-1.5">
                      {findings.map(({ column, value, message }) => (
                        <li key={`${column} ${message}`} className="wrap-anywhere">
                          {kind === 'problem' && (column ?? value) ? (
                            <span className="block text-sm text-ink-soft">
                              {column === null ? value : `${column}: ${value === '' ? '(empty)' : value}`}
                            </span>
                          ) : null}
                          {message}
                        </li>
                      ))}
                    </ul>
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </PagedView>
    </Card>
  );
}
