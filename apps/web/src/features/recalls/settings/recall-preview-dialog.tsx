import type { RecallPreview } from '@burrow/contracts/recall';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { plural } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { channelNames } from '../../settings/message-occasions.ts';
import { obstacles } from '../care-words.ts';

function Households({ households }: { households: RecallPreview['households'] }) {
  const formats = useFormats();
  return (
    <ul aria-label="Who would get a message" className="divide-y divide-line rounded-md border border-line">
      {households.map((home) => (
        <li
          key={home.client_id}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-3 py-2"
        >
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-semibold wrap-anywhere">{home.client_name}</p>
            <p className="figures text-sm wrap-anywhere text-ink-soft">
              {home.items
                .map((item) => `${item.animal_name}: ${item.care_type}, ${formats.shortDay(item.due_on)}`)
                .join(' · ')}
            </p>
          </div>
          {home.why_not === null && home.channel !== null ? (
            <Badge tone="confirmed">{channelNames[home.channel]}</Badge>
          ) : (
            <Badge>{home.why_not === null ? '' : obstacles[home.why_not]}</Badge>
          )}
        </li>
      ))}
    </ul>
  );
}

function Figures({
  preview: { can_send: canSend, today, overdue, too_old: tooOld },
  isIncluded,
  onInclude,
}: {
  preview: RecallPreview;
  isIncluded: boolean;
  onInclude: (included: boolean) => void;
}) {
  return (
    <>
      {canSend ? null : (
        <FormProblem>
          Texts and emails aren’t set up, so only clients who turned on notifications get a message.
        </FormProblem>
      )}
      <p>
        <strong>{plural(today, 'household')} would get a message today</strong>, and others when their animals
        are due.
      </p>
      <div className="rounded-md bg-brand-soft px-3 py-2">
        <p>
          <strong>
            {plural(overdue, 'due date')} {overdue === 1 ? 'has' : 'have'} already passed. No messages are
            sent about {overdue === 1 ? 'it' : 'them'} unless you choose to.
          </strong>
          {tooOld > 0
            ? ` ${tooOld} of these ${tooOld === 1 ? 'is' : 'are'} too long ago and never ${tooOld === 1 ? 'gets' : 'get'} a message.`
            : ''}
        </p>
        {overdue > tooOld ? (
          <Checkbox
            className="mt-2"
            label="Include overdue animals"
            checked={isIncluded}
            onChange={(event) => onInclude(event.target.checked)}
          />
        ) : null}
      </div>
    </>
  );
}

/** What recalls would send now, and the button that switches them on. */
export function RecallPreviewDialog({ onClose }: { onClose: () => void }) {
  const [withOverdue, setWithOverdue] = useState(false);
  const query = useQuery(actionQuery('recall_preview', { include_overdue: withOverdue ? '1' : '0' }));
  const switchOn = useCommand('recall_switch_on');
  const begin = () =>
    switchOn.mutate(
      { include_overdue: withOverdue },
      {
        onSuccess: () => {
          toast.success('Recalls are on');
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Turn on recalls?"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={query.data === undefined}
            busy={switchOn.isPending}
            busyLabel="Turning on..."
            onClick={begin}
          >
            Turn on
          </Button>
        </>
      }
    >
      <QueryView
        query={query}
        skeleton={<SkeletonRows rows={4} label="Loading the preview..." />}
        failure="Couldn’t load the preview"
      >
        {(preview) => (
          <div className="flex flex-col gap-4">
            <Figures preview={preview} isIncluded={withOverdue} onInclude={setWithOverdue} />
            {preview.households.length > 0 ? <Households households={preview.households} /> : null}
            {switchOn.error ? (
              <FormProblem>{messageOf(switchOn.error, 'Couldn’t switch recalls on.')}</FormProblem>
            ) : null}
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}
