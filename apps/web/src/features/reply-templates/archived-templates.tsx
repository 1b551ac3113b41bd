import { useQuery } from '@tanstack/react-query';
import { actionQuery, useCommand } from '../../lib/query.ts';
import { ArchivedList } from '../../ui/archived-list.tsx';
import { toast } from '../../ui/toast.ts';

/** Archives or restores a template, with an Undo in the toast. */
export function useTemplateInUse() {
  const archive = useCommand('reply_template_archive');
  const restore = useCommand('reply_template_restore');
  const put = (id: number, name: string, inUse: boolean): void =>
    toast.tell((inUse ? restore : archive).mutateAsync({ reply_template_id: id }), {
      done: `${name} ${inUse ? 'restored' : 'archived'}`,
      failed: `Couldn’t ${inUse ? 'restore' : 'archive'} ${name}`,
      about: `reply template ${id}`,
      undo: () => put(id, name, !inUse),
    });
  return { put, isBusy: (id: number) => restore.isPending && restore.variables.reply_template_id === id };
}

/** The archived templates, each with a button that restores it. */
export function ArchivedTemplates({ className }: { className: string }) {
  const archived = useQuery(actionQuery('reply_templates', { status: 'archived' }));
  const { put, isBusy } = useTemplateInUse();
  return (
    <ArchivedList
      title="Archived"
      className={`border-t border-line ${className}`}
      items={archived.data ?? []}
      nameOf={({ name }) => name}
      isBusy={isBusy}
      onRestore={({ id, name }) => put(id, name, true)}
    />
  );
}
