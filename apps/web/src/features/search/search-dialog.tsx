import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { maxSearchLength } from '@burrow/contracts/text-lengths';
import { Search, SearchX, X } from 'lucide-react';
import { useRef, useState, type MouseEvent, type RefObject } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { leaveScreen } from '../../lib/leave-screen.ts';
import { classNames } from '../../ui/class-names.ts';
import { backdropClass } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { QueryError } from '../../ui/query-view.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { useEnter } from '../../ui/use-enter.ts';
import type { Choice, ChoiceGroup } from './choices.tsx';
import type { SearchedDialog } from './commands.ts';
import { commandKey } from './use-search-key.ts';
import { noMatches, useDeskSearch, type DeskSearch } from './use-desk-search.ts';

const popupClass = classNames(
  'fixed inset-0 flex flex-col bg-surface text-ink outline-none print:hidden',
  'sm:inset-x-0 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:h-[min(38rem,76dvh)] sm:w-[calc(100vw-3rem)] sm:max-w-2xl',
  'sm:rounded-lg sm:border sm:border-line sm:shadow-pop',
  'transition-opacity duration-100 data-starting-style:opacity-0',
);

const rowClass = classNames(
  'flex min-h-12 cursor-pointer items-center gap-3 px-4 py-1.5 text-ink no-underline outline-none select-none',
  'data-highlighted:bg-brand-soft',
);

/** Whether a click opens another tab or window. */
const isElsewhere = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey || button !== 0;

function ChoiceRow({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) {
  return (
    <Autocomplete.Item
      value={choice}
      className={rowClass}
      render={'path' in choice.to ? <Link to={choice.to.path} /> : undefined}
      onClick={(event) => {
        if ('path' in choice.to && isElsewhere(event)) return;
        event.preventDefault();
        onChoose(choice);
      }}
    >
      <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-ink-soft *:size-5">
        {choice.icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{choice.label}</span>
        {choice.about === '' ? null : (
          <span className="figures block truncate text-sm text-ink-soft">{choice.about}</span>
        )}
      </span>
      {choice.badge}
    </Autocomplete.Item>
  );
}

function ChoiceList({ isBehind, onChoose }: { isBehind: boolean; onChoose: (choice: Choice) => void }) {
  return (
    <Autocomplete.List
      aria-label="Results"
      aria-busy={isBehind || undefined}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2 outline-none"
    >
      {({ label, items }: ChoiceGroup) => (
        <Autocomplete.Group key={label} items={items}>
          <Autocomplete.GroupLabel className="px-4 pt-3 pb-1 text-sm font-semibold text-ink-soft">
            {label}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(choice: Choice) => <ChoiceRow key={choice.key} choice={choice} onChoose={onChoose} />}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}

const keys = [
  ['↑ ↓', 'to move'],
  ['Enter', 'to open'],
  ['Esc', 'to close'],
  [`/ or ${commandKey}`, 'to search from any page'],
] as const;

/** Key hints, on devices with a keyboard. */
function KeyHints() {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-4 py-2 text-xs text-ink-soft max-sm:hidden pointer-coarse:hidden">
      {keys.map(([key, about]) => (
        <li key={key}>
          <kbd className="rounded-sm border border-line bg-sunken px-1 font-sans">{key}</kbd> {about}
        </li>
      ))}
    </ul>
  );
}

interface SearchDialogProps {
  onClose: () => void;
  onDialog: (dialog: SearchedDialog) => void;
}

/** Opens the chosen page or dialog. */
function useChoose({ onClose, onDialog }: SearchDialogProps): (choice: Choice) => void {
  const navigate = useNavigate();
  return ({ to }) => {
    if ('dialog' in to) onDialog(to.dialog);
    else {
      onClose();
      leaveScreen(() => void navigate(to.path));
    }
  };
}

/** The search field, with a Close button for touch screens. `waits`: Enter waits for the results. */
function SearchField({
  input,
  isBehind,
  waits,
}: {
  input: RefObject<HTMLInputElement | null>;
  isBehind: boolean;
  waits: () => boolean;
}) {
  return (
    <div className="flex items-center gap-2 border-b border-line px-4 py-2 has-[input:focus-visible]:border-brand">
      <span aria-hidden="true" className="grid size-5 shrink-0 place-items-center text-ink-soft">
        {isBehind ? <Spinner /> : <Search className="size-5" />}
      </span>
      <Autocomplete.Input
        ref={input}
        aria-label="Search"
        placeholder="Name, phone, email, animal or day"
        maxLength={maxSearchLength}
        autoComplete="off"
        enterKeyHint="go"
        spellCheck={false}
        className="control-text min-h-10 min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-soft"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !waits()) return;
          event.preventDefault();
          event.preventBaseUIHandler();
        }}
      />
      <BaseDialog.Close render={<IconButton label="Close" icon={<X aria-hidden="true" />} />} />
    </div>
  );
}

/** Why there are no matches, if so. */
function NoResults({ text, search: { failed, isEmpty } }: { text: string; search: DeskSearch }) {
  if (failed) return <QueryError query={failed} title="Search failed" fallback="Please try again." />;
  if (!isEmpty) return null;
  return (
    <EmptyState icon={<SearchX />} title={noMatches(text.trim())}>
      Try part of a name, a phone number, an email or a day.
    </EmptyState>
  );
}

/** The search text and its results. */
function SearchPanel({ input, ...props }: SearchDialogProps & { input: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('');
  const search = useDeskSearch(text);
  const choose = useChoose(props);
  const { isBehind, failed, groups } = search;
  const enter = useEnter({ isBehind, first: failed ? undefined : groups[0]?.items[0] }, choose);
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={search.groups}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={(typed, { reason }) => {
        if (reason !== 'input-change' && reason !== 'clear-press') return;
        enter.forget();
        setText(typed);
      }}
      onItemHighlighted={(_choice, { reason }) => {
        if (reason === 'keyboard') enter.onMoved();
      }}
      itemToStringValue={({ label }: Choice) => label}
    >
      <SearchField input={input} isBehind={isBehind} waits={enter.waits} />
      <Autocomplete.Status className="sr-only">{search.announcement}</Autocomplete.Status>
      <NoResults text={text} search={search} />
      <ChoiceList isBehind={isBehind} onChoose={choose} />
    </Autocomplete.Root>
  );
}

/** The search for the desk: clients, animals, appointments, days, and actions. */
export function SearchDialog(props: SearchDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { finalFocus } = useDialogFocus(popup);
  return (
    <BaseDialog.Root open onOpenChange={(open) => open || props.onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          ref={popup}
          aria-label="Search"
          initialFocus={input}
          finalFocus={finalFocus}
          className={popupClass}
          onKeyDown={(event) => {
            // The search keys must not open the browser's own search here either.
            if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) event.preventDefault();
          }}
        >
          <SearchPanel {...props} input={input} />
          <KeyHints />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
