import { useMemo, useState, type ReactNode } from 'react';
import { Combobox } from '../../../ui/combobox.tsx';
import { choicesMatching, type Choice } from '../region-choices.ts';

/** A choice of many, found by typing. What is left empty goes back to what was chosen. */
export function ChoiceField({
  label,
  hint,
  error,
  choices,
  value,
  onChange,
  renderItem,
}: {
  label: string;
  hint?: ReactNode;
  error: string | undefined;
  choices: readonly Choice[];
  value: string;
  onChange: (id: string) => void;
  renderItem?: (choice: Choice) => ReactNode;
}) {
  const chosen = choices.find(({ id }) => id === value) ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const query = typed ?? chosen?.label ?? '';
  const found = useMemo(() => choicesMatching(choices, typed ?? ''), [choices, typed]);
  return (
    <div
      onBlur={() => {
        setTyped(null);
      }}
    >
      <Combobox
        {...{ label, hint, error, query }}
        {...(renderItem ? { renderItem } : {})}
        required
        items={found}
        itemKey={({ id }) => id}
        itemLabel={(choice) => choice.label}
        value={chosen}
        onValueChange={(choice) => {
          if (choice === null) return;
          setTyped(null);
          onChange(choice.id);
        }}
        onQueryChange={(text) => setTyped(text === chosen?.label ? null : text)}
      />
    </div>
  );
}
