import type { ExportableReport } from '@burrow/contracts/report';
import { useMutation } from '@tanstack/react-query';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { downloadDocument, type InputOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.ts';

const typeNames = { csv: 'CSV', pdf: 'PDF' } as const;
type FileType = keyof typeof typeNames;

interface ExportMenuProps {
  report: ExportableReport;
  /** The report's own filters, as its action takes them. */
  input: Omit<InputOf<'reports/export_csv'>, 'report'>;
  /** The exported report, for the screen reader: 'Revenue Trends'. */
  label: string;
  /** 'icon' without room for the word; 'full' to show the name of the report too. */
  looks?: 'text' | 'icon' | 'full';
}

/** A button that opens the choice of CSV or PDF, and saves the whole report as a file of that type. */
export function ExportMenu({ report, input, label, looks = 'text' }: ExportMenuProps) {
  const exporting = useMutation({
    mutationFn: (type: FileType) => downloadDocument(`reports/export_${type}`, { report, ...input }),
    onError: (error, type) =>
      toast.failed(`Couldn’t export ${label} as ${typeNames[type]}`, error, { about: `export ${report}` }),
  });
  const icon = <Download aria-hidden="true" className="size-4" />;
  return (
    <Menu
      trigger={
        <Button
          icon={icon}
          variant={looks === 'icon' ? 'quiet' : 'secondary'}
          busy={exporting.isPending}
          title={looks === 'icon' ? `Export ${label}` : undefined}
          className={looks === 'icon' ? 'w-9 px-0! pointer-coarse:w-11 print:hidden' : 'print:hidden'}
        >
          <span className={looks === 'icon' ? 'sr-only' : undefined}>
            Export<span className={looks === 'full' ? undefined : 'sr-only'}> {label}</span>
          </span>
        </Button>
      }
      entries={[
        {
          label: 'CSV',
          icon: <FileSpreadsheet aria-hidden="true" className="size-4" />,
          disabled: exporting.isPending,
          onSelect: () => exporting.mutate('csv'),
        },
        {
          label: 'PDF',
          icon: <FileText aria-hidden="true" className="size-4" />,
          disabled: exporting.isPending,
          onSelect: () => exporting.mutate('pdf'),
        },
      ]}
    />
  );
}
