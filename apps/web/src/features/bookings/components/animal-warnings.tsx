import { HeartPulse, ShieldAlert } from 'lucide-react';

/** Allergies and behaviour, prominent because they matter to staff who handle the animal; nothing without any. */
export function AnimalWarnings({
  allergies,
  behaviour,
}: {
  allergies: string | null;
  behaviour: string | null;
}) {
  if (!allergies && !behaviour) return null;
  return (
    <div className="flex flex-col gap-2">
      {allergies ? (
        <p className="flex gap-2.5 rounded-md bg-attention-soft px-3 py-2">
          <HeartPulse aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-attention" />
          <span className="min-w-0 whitespace-pre-line">
            <span className="font-semibold text-attention">Allergies: </span>
            {allergies}
          </span>
        </p>
      ) : null}
      {behaviour ? (
        <p className="flex gap-2.5 rounded-md bg-pending-soft px-3 py-2">
          <ShieldAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-pending" />
          <span className="min-w-0 whitespace-pre-line">
            <span className="font-semibold text-pending">Behaviour: </span>
            {behaviour}
          </span>
        </p>
      ) : null}
    </div>
  );
}
