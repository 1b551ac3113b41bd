import { Banknote, CreditCard, Landmark } from 'lucide-react';
import { useId } from 'react';

export const paymentMethodChoices = [
  { name: 'Cash', Icon: Banknote },
  { name: 'Card', Icon: CreditCard },
  { name: 'BACs', Icon: Landmark },
] as const;

export type PaidType = (typeof paymentMethodChoices)[number]['name'];

/** The payment method, as three large buttons in a row. */
export function MethodChoice({
  value,
  onValueChange,
  error,
}: {
  /** Null for none. */
  value: PaidType | null;
  onValueChange: (method: PaidType) => void;
  error: string | undefined;
}) {
  const name = useId();
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="text-sm font-semibold">
        Method
        <span aria-hidden="true" className="text-attention">
          {' *'}
        </span>
      </legend>
      <div className="mt-1 grid grid-cols-3 gap-2">
        {paymentMethodChoices.map(({ name: method, Icon }) => (
          <label
            key={method}
            className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md border border-edge/70 bg-surface px-2 font-semibold hover:bg-sunken has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={method}
              checked={method === value}
              data-wrong={error ? true : undefined}
              onChange={() => onValueChange(method)}
              className="sr-only"
            />
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            {method}
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${name}-error`} role="alert" className="mt-1 text-sm font-medium text-attention">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
