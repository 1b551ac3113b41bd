import type { FeedShows } from '@burrow/contracts/calendar-feed';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { feedShowsOptions } from '../feed-words.ts';

/** Whose feed it becomes, for an admin: the whole practice's, or of somebody who takes appointments. */
function WhoseFeed({ value, onValueChange }: { value: string; onValueChange: (value: string) => void }) {
  const staff = useQuery(actionQuery('staff', {}));
  return (
    <Select
      label="Whose appointments"
      className="max-w-sm"
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      emptyLabel="The whole practice"
      options={(staff.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      error={staff.isError ? messageOf(staff.error, 'Failed to load the team') : undefined}
    />
  );
}

/** What a new feed is to tell. Of the own diary, unless `choosesWhose`. */
export function NewFeed({
  choosesWhose,
  onMade,
  onCancel,
}: {
  choosesWhose: boolean;
  /** Is given the path of the feed, which nobody is told again. */
  onMade: (path: string) => void;
  onCancel: () => void;
}) {
  const create = useCommand('calendar_feed_create');
  const [staffId, setStaffId] = useState('');
  const [shows, setShows] = useState<FeedShows>('service');
  const [label, setLabel] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    const covers = choosesWhose && staffId === '' ? 'practice' : 'diary';
    const whose = staffId === '' ? {} : { staff_id: Number(staffId) };
    create.mutate(
      { covers, ...whose, shows, label: label.trim() },
      { onSuccess: ({ feed_path }) => onMade(feed_path) },
    );
  }

  return (
    <form aria-label="New feed" noValidate onSubmit={submit} className="flex flex-col gap-3">
      {choosesWhose ? <WhoseFeed value={staffId} onValueChange={setStaffId} /> : null}
      <RadioGroup legend="What it shows" options={feedShowsOptions} value={shows} onValueChange={setShows} />
      <TextField
        label="Name"
        hint="Such as ‘My phone’"
        className="max-w-sm"
        maxLength={60}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      {create.isError ? (
        <FormProblem>{messageOf(create.error, 'Failed to create the feed')}</FormProblem>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create address
        </Button>
        <Button onClick={onCancel} disabled={create.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
