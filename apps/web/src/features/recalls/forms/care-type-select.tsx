import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../../lib/query.ts';
import { Select, type SelectProps } from '../../../ui/select.tsx';

/** The choice of a recall type; `kept` is offered even if it is archived. */
export function CareTypeSelect({
  kept = null,
  ...props
}: Omit<SelectProps, 'label' | 'options'> & { kept?: number | null }) {
  const types = useQuery(actionQuery('care_types', {})).data ?? [];
  return (
    <Select
      {...props}
      label="Recall type"
      options={types
        .filter(({ archived, care_type_id: id }) => archived === '0' || id === kept)
        .map(({ care_type_id, name }) => ({ value: String(care_type_id), label: name }))}
    />
  );
}
