import { ExportCard } from '../components/export-card.tsx';
import { ImportCard } from '../components/import-card.tsx';

/** What the practice brings along and takes with it. */
export function DataPanel() {
  return (
    <div className="flex flex-col gap-4">
      <ImportCard />
      <ExportCard />
    </div>
  );
}
