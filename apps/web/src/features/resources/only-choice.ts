import type { ResourceRecord } from '@burrow/contracts/resource';
import type { ServiceRecord } from '@burrow/contracts/service';

type Resource = Pick<ResourceRecord, 'id' | 'retired'>;
type Service = Pick<ServiceRecord, 'needs' | 'retired'>;

/** Whether a service has a need that no active resource meets. */
export function lacksResource(service: Service, resources: readonly Resource[]): boolean {
  const active = new Set(resources.filter(({ retired }) => retired === '0').map(({ id }) => id));
  return service.needs.some((choices) => !choices.some((id) => active.has(id)));
}

/** The active services with a need that only this resource meets. */
export function servicesNeedingOnly<Offered extends Service>(
  resource: Resource,
  services: readonly Offered[],
  resources: readonly Resource[],
): Offered[] {
  const others = resources.filter(({ id }) => id !== resource.id);
  return services.filter(
    (service) =>
      service.retired === '0' && !lacksResource(service, resources) && lacksResource(service, others),
  );
}
