import { usePage } from '../../../lib/page-name.ts';
import { RotaBoard } from '../components/rota-board.tsx';

/** Who works when (/admin/rota), for everyone in the practice. */
export function RotaPage() {
  usePage('Rota');
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-bold">Rota</h1>
      <RotaBoard />
    </div>
  );
}
