import type { ApiKeyRecord } from '@burrow/contracts/api-key';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { actionQuery } from '../../../lib/query.ts';
import { useInstant } from '../../../lib/use-now.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { ApiKeyRow } from '../components/api-key-row.tsx';
import { RevokeKey, RotateKey, TakeOverKey } from '../components/key-dialogs.tsx';
import { CreateApiKey } from '../forms/create-api-key.tsx';

/** The open dialog, and the key it is about. */
interface Task {
  apiKey: ApiKeyRecord;
  move: 'revoke' | 'take-over' | 'rotate';
}

const Reference = () => (
  <a href="/api/docs" target="_blank" rel="noreferrer" className={textLinkClass}>
    API reference
  </a>
);

/** The keys in a list; expired and revoked ones are in a collapsed list. */
function Keys({ keys, onTask }: { keys: readonly ApiKeyRecord[]; onTask: (task: Task) => void }) {
  const { userId } = useSession();
  const now = useInstant();
  const row = (apiKey: ApiKeyRecord) => (
    <ApiKeyRow
      key={apiKey.id}
      apiKey={apiKey}
      now={now}
      isOwn={apiKey.staff_id === userId}
      onRevoke={() => onTask({ apiKey, move: 'revoke' })}
      onTakeOver={() => onTask({ apiKey, move: 'take-over' })}
      onRotate={() => onTask({ apiKey, move: 'rotate' })}
    />
  );
  const live = keys.filter(({ state }) => state === 'live');
  const over = keys.filter(({ state }) => state !== 'live');
  return (
    <>
      {live.length === 0 ? (
        <EmptyState icon={<KeyRound />} title="No API keys">
          A key lets another program, such as your website or accounts software, use Burrow within the limits
          you choose. See what it can do in the <Reference />.
        </EmptyState>
      ) : (
        <ul aria-label="API keys" className="divide-y divide-line">
          {live.map(row)}
        </ul>
      )}
      {over.length === 0 ? null : (
        <details className="border-t border-line">
          <summary className="cursor-pointer px-4 py-2.5 text-ink-soft">
            {over.length} expired or revoked
          </summary>
          <ul aria-label="Expired and revoked API keys" className="divide-y divide-line border-t border-line">
            {over.map(row)}
          </ul>
        </details>
      )}
    </>
  );
}

/** The API keys of the practice. */
export function ApiKeysCard() {
  const query = useQuery(actionQuery('api_keys', {}));
  const [creating, setCreating] = useState(false);
  const [task, setTask] = useState<Task | null>(null);
  const asked = task && { apiKey: task.apiKey, onClose: () => setTask(null) };
  return (
    <Card
      title="API keys"
      flush
      actions={
        query.data ? (
          <Button
            size="small"
            variant="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setCreating(true)}
          >
            Create key
          </Button>
        ) : null
      }
    >
      <QueryView query={query} skeleton={<SkeletonRows rows={3} />} failure="Couldn’t load the API keys">
        {(data) => (
          <KeepFocus className="outline-none">
            <Keys keys={data} onTask={setTask} />
          </KeepFocus>
        )}
      </QueryView>
      {creating ? <CreateApiKey onClose={() => setCreating(false)} /> : null}
      {asked && task.move === 'revoke' ? <RevokeKey {...asked} /> : null}
      {asked && task.move === 'take-over' ? <TakeOverKey {...asked} /> : null}
      {asked && task.move === 'rotate' ? <RotateKey {...asked} /> : null}
    </Card>
  );
}
