import { CalendarPlus, Ellipsis, LifeBuoy, Link2, Pencil, PauseCircle, PlayCircle } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import type { PracticeTask } from '../forms/practice-dialog.tsx';
import type { Practice } from '../queries.ts';

const icon = 'size-4';

function entriesFor(practice: Practice, open: (task: PracticeTask) => void): MenuEntry[] {
  const suspended = practice.status === 'suspended';
  return [
    {
      label: 'Support access',
      icon: <LifeBuoy className={icon} />,
      disabled: suspended,
      onSelect: () => open('support'),
    },
    { label: 'Edit', icon: <Pencil className={icon} />, onSelect: () => open('rename') },
    { label: 'Extend trial', icon: <CalendarPlus className={icon} />, onSelect: () => open('trial') },
    { label: 'New admin link', icon: <Link2 className={icon} />, onSelect: () => open('link') },
    suspended
      ? { label: 'Resume', icon: <PlayCircle className={icon} />, onSelect: () => open('resume') }
      : {
          label: 'Suspend',
          icon: <PauseCircle className={icon} />,
          tone: 'attention',
          onSelect: () => open('suspend'),
        },
  ];
}

/** The actions on a practice; none while it is being moved, because a change would be missing from the copy, and after that. */
export function PracticeMenu({
  practice,
  onTask,
}: {
  practice: Practice;
  onTask: (task: PracticeTask, practice: Practice) => void;
}) {
  if (practice.move !== null) return null;
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${practice.tenant_name}`} icon={<Ellipsis aria-hidden="true" />} />
      }
      entries={entriesFor(practice, (task) => onTask(task, practice))}
    />
  );
}
