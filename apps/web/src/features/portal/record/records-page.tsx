import { ChevronRight, FileHeart } from 'lucide-react';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { usePets } from '../pets/queries.ts';
import { PortalLink } from '../portal-links.tsx';

/** The medical records of the signed-in person's pets (/cp/records). */
export function RecordsPage() {
  usePage('Medical records');
  const pets = usePets();
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-2xl font-bold">Medical records</h1>
      <Card flush>
        <QueryView
          query={pets}
          skeleton={<SkeletonRows rows={3} />}
          failure="Couldn’t load your pets"
          empty={<EmptyState icon={<FileHeart />} title="No pets yet" />}
        >
          {(all) => (
            <ul aria-label="Pets" className="divide-y divide-line">
              {all.map((pet) => (
                <li key={pet.id}>
                  <PortalLink
                    to={paths.petRecord(pet.id)}
                    className="flex items-center gap-3 px-4 py-3 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2"
                  >
                    <SpeciesIcon species={pet.species} framed className="size-12" />
                    <span className="min-w-0 flex-1 text-lg font-semibold wrap-anywhere">
                      {pet.animal_name}
                    </span>
                    <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-edge" />
                  </PortalLink>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </Card>
    </div>
  );
}
