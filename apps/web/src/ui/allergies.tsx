import { TriangleAlert } from 'lucide-react';
import { Badge } from './badge.tsx';

/** Warns in a list that there is something the animal can't stand; the details are on its page. */
export const AllergiesBadge = () => (
  <Badge tone="attention" icon={<TriangleAlert aria-hidden="true" className="size-3" />}>
    Allergies
  </Badge>
);

/** What the animal can't stand, where nobody overlooks it; 'No known allergies' when there is nothing. */
export const Allergies = ({ allergies }: { allergies: string | null }) =>
  allergies ? (
    <div className="flex gap-3 rounded-md border border-attention/40 bg-attention-soft px-3 py-2.5">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-attention" />
      <div className="min-w-0">
        <h3 className="font-bold text-attention">Allergies</h3>
        <p className="font-semibold wrap-anywhere whitespace-pre-line">{allergies}</p>
      </div>
    </div>
  ) : (
    <div>
      <h3 className="text-sm font-semibold text-ink-soft">Allergies</h3>
      <p>No known allergies</p>
    </div>
  );
