import type { Scope } from '@burrow/contracts/scopes';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { presets, resourceNames, resources, scopeFor } from '../scope-choices.ts';

const accessKinds = [
  { access: 'read', label: 'Read' },
  { access: 'write', label: 'Write' },
] as const;

/** What a key may read and write: a row for each area of the product, and presets for common programs. */
export function ScopeFields({
  granted,
  error,
  onChange,
}: {
  granted: readonly Scope[];
  error: string | undefined;
  onChange: (granted: readonly Scope[]) => void;
}) {
  const errorId = useId();
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange(isOn ? [...granted, scope] : granted.filter((other) => other !== scope));
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="text-sm font-semibold">Permissions</legend>
      <div className="mt-1.5 mb-2 flex flex-wrap gap-2">
        {presets.map((preset) => (
          <Button key={preset.label} size="small" onClick={() => onChange(preset.scopes)}>
            {preset.label}
          </Button>
        ))}
      </div>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-line text-xs text-ink-soft">
            <th scope="col" className="py-1 font-semibold">
              <span className="sr-only">Area</span>
            </th>
            {accessKinds.map(({ access, label }) => (
              <th key={access} scope="col" className="w-14 py-1 text-center font-semibold">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {resourceNames.map((resource) => (
            <tr key={resource} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 font-normal">
                <span className="block font-medium">{resources[resource].label}</span>
                <span className="block text-sm text-ink-soft">{resources[resource].hint}</span>
              </th>
              {accessKinds.map(({ access, label }) => {
                const scope = scopeFor(resource, access);
                return (
                  <td key={access} className="text-center">
                    {scope === null ? null : (
                      <input
                        type="checkbox"
                        name="scopes"
                        aria-label={`${resources[resource].label}: ${label.toLowerCase()}`}
                        aria-invalid={error ? true : undefined}
                        checked={granted.includes(scope)}
                        onChange={(event) => toggle(scope, event.target.checked)}
                        className="size-[1.15rem] accent-brand pointer-coarse:size-6"
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {error ? (
        <p id={errorId} role="alert" className="mt-1.5 text-sm font-medium text-attention">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
