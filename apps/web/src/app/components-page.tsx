import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { usePage } from '../lib/page-name.ts';
import { textLinkClass } from '../ui/text-link.ts';
import { buttonsAndBadges } from './components-page/buttons-and-badges.tsx';
import { choices } from './components-page/choices.tsx';
import { dialogsAndMenus } from './components-page/dialogs-and-menus.tsx';
import { fields } from './components-page/fields.tsx';
import { formDialogs } from './components-page/form-dialogs.tsx';
import { listsAndTables } from './components-page/lists-and-tables.tsx';
import { navigation } from './components-page/navigation.tsx';
import { records } from './components-page/records.tsx';
import { anchorOf, type ShownComponent } from './components-page/shown.tsx';
import { states } from './components-page/states.tsx';

const groups: readonly { title: string; components: readonly ShownComponent[] }[] = [
  { title: 'Buttons and badges', components: buttonsAndBadges },
  { title: 'Text fields', components: fields },
  { title: 'Choices', components: choices },
  { title: 'Lists and tables', components: listsAndTables },
  { title: 'Records and figures', components: records },
  { title: 'Dialogs, menus and messages', components: [...dialogsAndMenus, ...formDialogs] },
  { title: 'Loading, empty and failed', components: states },
  { title: 'Navigation', components: navigation },
];

function Contents() {
  return (
    <nav aria-label="Contents" className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {groups.map(({ title, components }) => (
        <div key={title}>
          <p className="font-semibold">{title}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {components.map((component) => (
              <li key={component.file}>
                <a href={`#${anchorOf(component)}`} className={textLinkClass}>
                  {component.name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Section({ component }: { component: ShownComponent }) {
  const { name, file, Example } = component;
  return (
    <section id={anchorOf(component)} className="flex min-w-0 flex-col gap-4 border-t border-line pt-4">
      <header className="flex flex-wrap items-baseline gap-x-2.5">
        <h3 className="text-lg font-bold">{name}</h3>
        <p className="text-sm text-ink-soft">{file}</p>
      </header>
      <Example />
    </section>
  );
}

/** Scrolls to the section in the address, or to the top. A form's error scrolls itself into view. */
function useAnchor(): void {
  const { hash } = useLocation();
  useLayoutEffect(() => {
    const section = document.getElementById(hash.slice(1)) ?? document.documentElement;
    section.scrollIntoView();
  }, [hash]);
}

/** Every component of `ui/` with its variants and states, at `/app/_ui`. In development only. */
export function ComponentsPage() {
  usePage('Components');
  useAnchor();
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 py-6 outline-none lg:px-6"
    >
      <h1 className="text-2xl font-bold">Components</h1>
      <Contents />
      {groups.map(({ title, components }) => (
        <div key={title} className="flex min-w-0 flex-col gap-6 pt-4">
          <h2 className="text-xl font-bold">{title}</h2>
          {components.map((component) => (
            <Section key={component.file} component={component} />
          ))}
        </div>
      ))}
    </main>
  );
}
