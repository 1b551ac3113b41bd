import { MessageSquareOff } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session-store.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import type { Conversation } from '../queries.ts';

/** Why the client can be written to by neither text nor email, and who can change that. */
export function NoChannel({ conversation }: { conversation: Conversation }) {
  const { role } = useSession();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3">
      <MessageSquareOff aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">You can’t write to {conversation.client_name} from here</p>
        <ul className="text-sm wrap-anywhere text-ink-soft">
          {/* An archived client has the same for both. */}
          {[...new Set(conversation.channels.map(({ problem }) => problem))].map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="small" to={paths.client(conversation.client_id)}>
          Open client
        </ButtonLink>
        {role === 'admin' ? (
          <ButtonLink size="small" to={paths.settings('messages')}>
            Message settings
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}
