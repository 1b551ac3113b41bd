import { Archive, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { InputOf } from '../../../lib/api.ts';
import { useCommand } from '../../../lib/query.ts';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { SortableList, type SortableListProps } from '../../../ui/sortable-list.tsx';
import { toast } from '../../../ui/toast.ts';

type OrderCommand = 'booking_fields_order' | 'booking_types_order' | 'resources_order';

/**
 * A list in the order the person has just chosen, until the server's response has that order too. `forget` discards the
 * order, such as after an error.
 */
function useListOrder<Item extends { id: number }>(items: readonly Item[], isSending: boolean) {
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const [known, setKnown] = useState(items);
  if (known !== items) {
    // A fresh response has the last order, unless one is still being saved.
    setKnown(items);
    if (!isSending) setOrder(null);
  }
  const placeOf = ({ id }: Item): number => {
    const place = order?.indexOf(id) ?? -1;
    return place === -1 ? items.length : place;
  };
  return {
    ordered: order === null ? items : items.toSorted((one, other) => placeOf(one) - placeOf(other)),
    setOrder,
    forget: () => setOrder(null),
  };
}

interface OrderedRecordsProps<Item extends { id: number }, Name extends OrderCommand> extends Omit<
  SortableListProps<Item>,
  'actions' | 'onOrder'
> {
  /** The command that saves the order, and its input. */
  command: Name;
  input: (ids: number[]) => InputOf<Name>;
  onEdit: (item: Item) => void;
  onArchive: (item: Item) => void;
  /** Further entries of a row’s menu, before the last one. */
  entriesOf?: (item: Item) => readonly MenuEntry[];
}

/** Records of a settings page that can be reordered, edited and archived. */
export function OrderedRecords<Item extends { id: number }, Name extends OrderCommand>({
  command,
  input,
  onEdit,
  onArchive,
  entriesOf,
  ...list
}: OrderedRecordsProps<Item, Name>) {
  const order = useCommand(command);
  const { ordered, setOrder, forget } = useListOrder(list.items, order.isPending);
  const send = (ids: number[]) => {
    setOrder(ids);
    order.mutate(input(ids), {
      onError: (error) => {
        forget();
        toast.failed('Couldn’t save the order', error);
      },
    });
  };
  return (
    <SortableList
      {...list}
      items={ordered}
      onOrder={send}
      actions={(item) => (
        <RowMenu
          label={`Actions for ${list.nameOf(item)}`}
          entries={[
            { label: 'Edit', icon: <Pencil className="size-4" />, onSelect: () => onEdit(item) },
            ...(entriesOf?.(item) ?? []),
            { label: 'Archive', icon: <Archive className="size-4" />, onSelect: () => onArchive(item) },
          ]}
        />
      )}
    />
  );
}
