import { Archive, Pencil } from 'lucide-react';
import { RowMenu } from './row-menu.tsx';

/** The menu of a record that can be edited and archived. */
export const EditArchiveMenu = ({
  name,
  onEdit,
  onArchive,
}: {
  name: string;
  onEdit: () => void;
  onArchive: () => void;
}) => (
  <RowMenu
    label={`Actions for ${name}`}
    entries={[
      { label: 'Edit', icon: <Pencil className="size-4" />, onSelect: onEdit },
      { label: 'Archive', icon: <Archive className="size-4" />, tone: 'attention', onSelect: onArchive },
    ]}
  />
);
