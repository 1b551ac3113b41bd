import type { Trade } from '@burrow/contracts/medicine';
import { plural } from '../../../lib/format.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.ts';

/** Adds the starter records of a trade. */
export function StarterMenu({
  command,
  list,
  record,
}: {
  command: 'medicines_load_starter' | 'note_templates_load_starter' | 'reply_templates_load_starter';
  /** Its name, such as 'starter list'. */
  list: string;
  /** What one of them is, such as 'medicine'. */
  record: string;
}) {
  const load = useCommand(command);
  const run = (trade: Trade) =>
    load.mutate(
      { trade },
      {
        onSuccess: ({ added }) =>
          toast.success(added === 0 ? 'You already have these' : `${plural(added, record)} added`),
        onError: (error) => toast.failed(`Couldn’t load the ${list}`, error),
      },
    );
  return (
    <Menu
      trigger={
        <Button size="small" busy={load.isPending} busyLabel="Loading...">
          Load {list}
        </Button>
      }
      entries={[
        { label: 'For vets', onSelect: () => run('vet') },
        { label: 'For groomers', onSelect: () => run('groomer') },
      ]}
    />
  );
}
