import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { Check, Search, X } from 'lucide-react';
import { useId, useState, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';
import { floatingClass } from './popover.tsx';
import { Spinner } from './spinner.tsx';
import { useEnter } from './use-enter.ts';

export interface ComboboxProps<Item> extends FieldProps {
  /** The results for `query`; empty if it is. */
  items: readonly Item[];
  /** Ids identify items across results. */
  itemKey: (item: Item) => string | number;
  /** Shown in the field once chosen. */
  itemLabel: (item: Item) => string;
  /** A row of the list; the label when omitted. */
  renderItem?: (item: Item) => ReactNode;
  value: Item | null;
  onValueChange: (item: Item | null) => void;
  /** The search text. Search with `useDebounced(query)`. */
  onQueryChange: (query: string) => void;
  query: string;
  /** Whether `items` are not yet those of `query`; Enter then waits for them. */
  busy?: boolean;
  /** The error of the search. */
  searchError?: string | null;
  placeholder?: string;
  emptyText?: string;
  /** Whether nothing matches, if `items` also has entries that are not matches, such as 'Add'. */
  nothingFound?: boolean;
  /** Keeps the typed text when an item is chosen. */
  keepsQuery?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  required?: boolean;
  disabled?: boolean;
}

const rowClass = classNames(
  'flex min-h-9 cursor-pointer items-center gap-2 px-3 py-1.5 outline-none select-none pointer-coarse:min-h-11',
  'data-highlighted:bg-brand-soft',
);

/** A field that searches on the server while the person types. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const {
    items,
    itemKey,
    itemLabel,
    renderItem = itemLabel,
    value,
    query,
    busy = false,
    searchError,
    nothingFound = items.length === 0,
  } = props;
  const id = useId();
  const asked = query.trim() !== '' && (value === null || query !== itemLabel(value));
  const note =
    searchError ?? (busy ? 'Searching...' : asked && nothingFound ? (props.emptyText ?? 'No matches') : '');
  const [open, setOpen] = useState(false);
  const enter = useEnter({ isBehind: busy && asked, first: searchError ? undefined : items[0] }, (item) => {
    setOpen(false);
    props.onValueChange(item);
    if (props.keepsQuery !== true) props.onQueryChange(itemLabel(item));
  });
  // The chosen item must be in the list, or the library drops it when the results change.
  const choices =
    value === null || items.some((item) => itemKey(item) === itemKey(value)) ? items : [...items, value];
  return (
    <BaseCombobox.Root
      items={choices}
      filter={null}
      value={value}
      onValueChange={(item) => props.onValueChange(item)}
      inputValue={query}
      onInputValueChange={(text, { reason }) => {
        const isTyped = reason === 'input-change' || reason === 'clear-press';
        if (isTyped) enter.forget();
        if (isTyped || props.keepsQuery !== true) props.onQueryChange(text);
      }}
      itemToStringLabel={(item: Item) => itemLabel(item)}
      isItemEqualToValue={(one: Item, other: Item) => itemKey(one) === itemKey(other)}
      disabled={props.disabled}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) enter.forget();
      }}
      onItemHighlighted={(_item, { reason }) => {
        if (reason === 'keyboard') enter.onMoved();
      }}
      autoHighlight
    >
      <Field
        {...{ label: props.label, hint: props.hint, error: props.error, hideLabel: props.hideLabel }}
        className={props.className}
        required={props.required}
        id={id}
        control={(wired) => (
          <BaseCombobox.InputGroup className="relative">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-soft"
            />
            <BaseCombobox.Input
              {...wired}
              ref={props.inputRef}
              placeholder={props.placeholder}
              autoComplete="off"
              className={classNames(controlClass, 'px-8')}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !open || !enter.waits()) return;
                event.preventDefault();
                event.preventBaseUIHandler();
              }}
            />
            {busy ? <Spinner className="absolute top-1/2 right-9 -mt-2 text-ink-soft" /> : null}
            <BaseCombobox.Clear
              aria-label="Clear"
              className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-md text-ink-soft hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </BaseCombobox.Clear>
          </BaseCombobox.InputGroup>
        )}
      />
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner sideOffset={4} className="z-50 outline-none">
          <BaseCombobox.Popup
            aria-busy={busy || undefined}
            className={classNames(
              floatingClass,
              'max-h-[min(var(--available-height),22rem)] w-(--anchor-width) overflow-y-auto overscroll-contain py-1 data-empty:not-has-[[data-note]]:hidden',
            )}
          >
            <BaseCombobox.Status>
              {note ? (
                <p data-note="" className="px-3 py-2 text-ink-soft">
                  {note}
                </p>
              ) : null}
            </BaseCombobox.Status>
            <BaseCombobox.List>
              {(item: Item) => (
                <BaseCombobox.Item key={itemKey(item)} value={item} className={rowClass}>
                  <span className="min-w-0 flex-1">{renderItem(item)}</span>
                  <BaseCombobox.ItemIndicator className="text-brand">
                    <Check aria-hidden="true" className="size-4" />
                  </BaseCombobox.ItemIndicator>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}
