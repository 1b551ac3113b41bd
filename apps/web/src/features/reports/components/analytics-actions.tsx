import { FileText, Printer } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { useShowsMoney } from '../use-shows-money.ts';
import { ExportMenu } from './export-menu.tsx';
import { ShareLink } from './share-link.tsx';

/** What can be done with the analytics page as a whole. */
export function AnalyticsActions({ choice }: { choice: PeriodChoice | null }) {
  return (
    <>
      {useShowsMoney() ? (
        <ButtonLink to={paths.reports()} icon={<FileText aria-hidden="true" className="size-4" />}>
          View Reports
        </ButtonLink>
      ) : null}
      <ShareLink />
      {choice === null ? null : (
        <ExportMenu report="dashboard_overview" input={choice} label="summary" looks="full" />
      )}
      <Button icon={<Printer aria-hidden="true" className="size-4" />} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}
