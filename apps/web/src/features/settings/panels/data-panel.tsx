import { ExportCard } from '../components/export-card.tsx';
import { ImportCard } from '../components/import-card.tsx';

/** Import and export of the practice's data. */
export function DataPanel() {
  return (
    <div className="flex flex-col gap-4">
      <ImportCard />
      <ExportCard />
    </div>
  );
}
