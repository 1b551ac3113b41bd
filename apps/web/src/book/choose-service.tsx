import type { BookablePractice, BookableService } from '@burrow/contracts/booking-page';
import { formatDuration, type Formats } from '../lib/format.ts';

/** '£45.00', 'from £45.00', 'Free'; null if the page shows no prices. */
export function writtenPrice(
  { price, price_varies: varies }: BookableService,
  { money }: Formats,
): string | null {
  if (price === null) return null;
  if (Number(price) === 0 && !varies) return 'Free';
  return varies ? `from ${money(price)}` : money(price);
}

/** '30 min', 'from 30 min'. */
export const writtenLength = ({
  duration_minutes: minutes,
  duration_varies: varies,
}: BookableService): string => (varies ? `from ${formatDuration(minutes)}` : formatDuration(minutes));

/** '30 min · £45.00'. */
export const lengthAndPrice = (service: BookableService, formats: Formats): string =>
  [writtenLength(service), writtenPrice(service, formats)].filter(Boolean).join(' · ');

/** The services to choose from. Each is a link, so that its times can also be read without scripts. */
export function ChooseService({
  services,
  formats,
  isEmbedded,
  onChoose,
}: {
  services: BookablePractice['services'];
  formats: Formats;
  isEmbedded: boolean;
  onChoose: (service: BookableService) => void;
}) {
  return (
    <ul className="-mx-2 flex flex-col divide-y divide-line sm:-mx-3">
      {services.map((service) => (
        <li key={service.id} className="py-1 first:pt-0 last:pb-0">
          <a
            href={`?${isEmbedded ? 'embed=1&' : ''}service=${service.id}`}
            // What follows is not a page of its own for search engines.
            rel="nofollow"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onChoose(service);
            }}
            className="group grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 rounded-md px-2 py-2.5 hover:bg-brand-soft sm:px-3"
          >
            <span className="font-semibold wrap-anywhere group-hover:text-brand">{service.name}</span>
            <span className="figures text-right font-semibold whitespace-nowrap">
              {writtenPrice(service, formats)}
            </span>
            <span className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
              {service.description}
            </span>
            <span className="figures self-start text-right text-sm whitespace-nowrap text-ink-soft">
              {writtenLength(service)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
