import { SlidersHorizontal } from 'lucide-react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Select } from '../../../ui/select.tsx';
import { choose, hourHeights, steps, type DeviceChoices } from '../device-choices.ts';

const heightNames = ['Small', 'Medium', 'Large'];

/** The display options of the diary in this browser. */
export function DisplayChoices({ choices }: { choices: DeviceChoices }) {
  return (
    <Popover
      trigger={<IconButton label="Display" icon={<SlidersHorizontal aria-hidden="true" />} />}
      title="Display"
    >
      <div className="flex flex-col gap-3.5 p-4">
        <div className="grid grid-cols-2 gap-3">
          <Select
            label="Row height"
            value={String(choices.hourHeight)}
            options={hourHeights.map((height, n) => ({ value: String(height), label: heightNames[n] ?? '' }))}
            onChange={({ target }) =>
              choose({ hourHeight: hourHeights.find((height) => String(height) === target.value) ?? 100 })
            }
          />
          <Select
            label="Move in steps of"
            value={String(choices.step)}
            options={steps.map((step) => ({ value: String(step), label: `${step} minutes` }))}
            onChange={({ target }) => choose({ step: target.value === '5' ? 5 : 15 })}
          />
        </div>
        <Checkbox
          label="Show all staff"
          hint="Include people who aren’t in and have no appointments"
          checked={choices.everyone}
          onChange={({ target }) => choose({ everyone: target.checked })}
        />
        <Checkbox
          label="Show cancelled"
          checked={choices.cancelled}
          onChange={({ target }) => choose({ cancelled: target.checked })}
        />
        <div className="border-t border-line pt-3 pointer-coarse:hidden">
          <Checkbox
            label="Keyboard shortcuts"
            checked={choices.keys}
            onChange={({ target }) => choose({ keys: target.checked })}
          />
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm text-ink-soft">
            {[
              ['T', 'Today'],
              ['[ and ]', 'Earlier and later'],
              ['D and W', 'Day and week'],
              ['N', 'New appointment'],
              ['Arrow keys', 'Next or previous appointment'],
              ['M', 'Move the appointment'],
              ['A', 'Mark as arrived'],
              ['U', 'Undo, while the message is shown'],
            ].map(([key, meaning]) => (
              <div key={key} className="contents">
                <dt className="font-semibold text-ink">{key}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Popover>
  );
}
