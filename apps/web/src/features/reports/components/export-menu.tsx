import type { ExportableReport } from '@burrow/contracts/report';
import { useMutation } from '@tanstack/react-query';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { type InputOf } from '../../../lib/api.ts';
import { downloadDocument } from '../../../lib/download.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.ts';

const typeNames = { csv: 'CSV', pdf: 'PDF' } as const;
type FileType = keyof typeof typeNames;

interface ExportMenuProps {
  report: ExportableReport;
  /** The report's filters, as its action accepts them. */
  input: Omit<InputOf<'reports/export_csv'>, 'report'>;
  /** The name of the report for screen readers: 'Revenue Trends'. */
  label: string;
  /** 'icon' without the word; 'full' with the name of the report. */
  looks?: 'text' | 'icon' | 'full';
}

/** A menu that saves the whole report as CSV or PDF. */
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
