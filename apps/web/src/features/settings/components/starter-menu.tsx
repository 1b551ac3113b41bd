import type { Trade } from '@burrow/contracts/medicine';
import type { OutputOf } from '../../../lib/api.ts';
import { plural } from '../../../lib/format.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.ts';

type Command = 'medicines_load_starter' | 'note_templates_load_starter' | 'reply_templates_load_starter';
type Answer = OutputOf<Command>;

/** '42 medicines added, 3 vaccines linked to a recall type'. */
function loadedText(answer: Answer, record: string): string {
  const linked = 'linked' in answer ? answer.linked : 0;
  const done = [
    answer.added === 0 ? '' : `${plural(answer.added, record)} added`,
    linked === 0 ? '' : `${plural(linked, 'vaccine')} linked to a recall type`,
  ].filter(Boolean);
  return done.length === 0 ? 'You already have these' : done.join(', ');
}

/** Adds the starter records of a trade. */
export function StarterMenu({
  command,
  list,
  record,
  onLoaded,
}: {
  command: Command;
  /** Its name, such as 'starter list'. */
  list: string;
  /** What one of them is, such as 'medicine'. */
  record: string;
  onLoaded?: (answer: Answer) => void;
}) {
  const load = useCommand(command);
  const run = (trade: Trade) =>
    load.mutate(
      { trade },
      {
        onSuccess: (answer) => {
          toast.success(loadedText(answer, record));
          onLoaded?.(answer);
        },
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
