import type { FeedShows } from '@burrow/contracts/calendar-feed';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { feedShowsOptions } from '../feed-words.ts';

interface FeedValues {
  /** '' for the whole practice. */
  staff_id: string;
  shows: FeedShows;
  label: string;
}

/** Whose appointments the feed shows, for an admin: the whole practice's or one staff member's. */
function WhoseFeed({ form }: { form: FormOf<FeedValues> }) {
  const staff = useQuery(actionQuery('staff', {}));
  return (
    <Select
      {...form.field('staff_id')}
      label="Whose appointments"
      className="max-w-sm"
      emptyLabel="The whole practice"
      options={(staff.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      error={staff.isError ? messageOf(staff.error, 'Couldn’t load the team.') : form.errors.staff_id}
    />
  );
}

const newFeed: FeedValues = { staff_id: '', shows: 'service', label: '' };

/** The form for a new feed: of one's own appointments, unless `choosesWhose`. */
export function NewFeed({
  choosesWhose,
  onMade,
  onCancel,
}: {
  choosesWhose: boolean;
  /** Receives the path of the feed, which cannot be shown again. */
  onMade: (path: string) => void;
  onCancel: () => void;
}) {
  const form = useActionForm('calendar_feed_create', {
    draft: 'new',
    values: newFeed,
    input: ({ staff_id, shows, label }) => ({
      covers: choosesWhose && staff_id === '' ? 'practice' : 'diary',
      ...(staff_id === '' ? {} : { staff_id: Number(staff_id) }),
      shows,
      label: label.trim(),
    }),
    onSaved: ({ feed_path }) => onMade(feed_path),
    failure: (error) => messageOf(error, 'Couldn’t create the feed.'),
  });
  return (
    <Form form={form} label="New feed" className="flex flex-col gap-3">
      {choosesWhose ? <WhoseFeed form={form} /> : null}
      <RadioGroup
        legend="What it shows"
        options={feedShowsOptions}
        value={form.values.shows}
        onValueChange={(shows) => form.set({ shows })}
      />
      <p className="text-sm text-ink-soft">
        {choosesWhose && form.values.staff_id === ''
          ? `Also shows when the practice is closed${form.values.shows === 'busy' ? '' : ' and who is away, without the reason'}.`
          : 'Also shows working hours and absences from the rota, without the reason.'}
      </p>
      <TextField {...form.field('label')} label="Name" hint="For example “My phone”" className="max-w-sm" />
      <FormProblem>{form.problem}</FormProblem>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.busy}>
          Create address
        </Button>
        <Button onClick={onCancel} disabled={form.busy}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
