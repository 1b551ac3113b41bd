import type { PortalService } from '@burrow/contracts/portal';
import { usePortalFormats } from '../portal-practice.ts';

/** What the chosen service is, takes and costs. */
export function ServiceBox({ service }: { service: PortalService }) {
  const { money } = usePortalFormats();
  return (
    <div className="flex flex-col gap-1.5 rounded-md bg-brand-soft px-3 py-2.5">
      <p className="font-semibold wrap-anywhere">{service.name}</p>
      {service.description ? (
        <p className="text-sm wrap-anywhere whitespace-pre-line">{service.description}</p>
      ) : null}
      <p className="figures flex flex-wrap gap-x-4 text-sm">
        <span>Base price: {money(service.base_price)}</span>
        <span>Duration: {service.duration_minutes} mins</span>
      </p>
      <p className="text-sm text-ink-soft">Final price may vary based on actual requirements</p>
    </div>
  );
}
