import { TriangleAlert } from 'lucide-react';
import { Badge } from './badge.tsx';
import { Checkbox } from './checkbox.tsx';

/** A warning in a list that the animal has an allergy; the details are on its page. */
export const AllergiesBadge = () => (
  <Badge tone="attention" icon={<TriangleAlert aria-hidden="true" className="size-3" />}>
    Allergies
  </Badge>
);

/** The allergy fields of an animal's record. */
export interface AllergyRecord {
  allergies: string | null;
  no_known_allergies: '1' | '0';
}

/** The text for an animal without recorded allergies. */
export const withoutAllergies = ({ no_known_allergies: chosen }: AllergyRecord): string =>
  chosen === '1' ? 'No known allergies' : 'Not recorded';

/** The allergies of an animal in a conspicuous box; without any, whether that was recorded. */
export const Allergies = ({ of }: { of: AllergyRecord }) =>
  of.allergies ? (
    <div className="flex gap-3 rounded-md border border-attention/40 bg-attention-soft px-3 py-2.5">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-attention" />
      <div className="min-w-0">
        <h3 className="font-bold text-attention">Allergies</h3>
        <p className="font-semibold wrap-anywhere whitespace-pre-line">{of.allergies}</p>
      </div>
    </div>
  ) : (
    <div>
      <h3 className="text-sm font-semibold text-ink-soft">Allergies</h3>
      <p>{withoutAllergies(of)}</p>
    </div>
  );

/** Records that there are none, below the allergies field; disabled while that has a text. */
export function NoKnownAllergies({
  allergies,
  checked,
  onChange,
  className,
}: {
  /** The text of the allergies field. */
  allergies: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  className?: string;
}) {
  const hasText = allergies.trim() !== '';
  return (
    <Checkbox
      label="No known allergies"
      hint={hasText ? 'To tick this, clear the allergies first.' : undefined}
      className={className}
      disabled={hasText}
      checked={checked && !hasText}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
