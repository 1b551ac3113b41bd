import { ChartColumn, LayoutDashboard, Users } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { NavTabs } from '../../ui/nav-tabs.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { toast } from '../../ui/toast.ts';
import type { ShownComponent } from './shown.tsx';

function FilterLinksExample() {
  const [search] = useSearchParams();
  const shown = search.get('show') ?? 'active';
  return (
    <FilterLinks
      label="Which animals"
      links={['Active', 'Archived', 'All'].map((label) => ({
        label,
        to: `?show=${label.toLowerCase()}#filter-links`,
        active: shown === label.toLowerCase(),
      }))}
    />
  );
}

/** On a phone the tabs are fixed to the foot of the screen: `contain` keeps them in this box. */
const NavTabsExample = () => (
  <div className="rounded-lg bg-bar px-2 pt-2 max-md:min-h-14" style={{ contain: 'layout' }}>
    <NavTabs
      label="Example tabs"
      tabs={[
        { label: 'Dashboard', icon: <LayoutDashboard />, active: true, to: '#nav-tabs' },
        { label: 'Clients', icon: <Users />, active: false, count: '7', to: '#nav-tabs' },
        {
          label: 'Reports',
          icon: <ChartColumn />,
          active: false,
          onOpen: () => toast.news('A dialog would open.'),
        },
      ]}
    />
  </div>
);

const SkipLinkExample = () => (
  <div className="relative overflow-hidden">
    <SkipLink />
    <p className="min-h-14">Appears here when focused.</p>
  </div>
);

export const navigation: readonly ShownComponent[] = [
  { name: 'FilterLinks', file: 'filter-links.tsx', Example: FilterLinksExample },
  { name: 'NavTabs', file: 'nav-tabs.tsx', Example: NavTabsExample },
  { name: 'SkipLink', file: 'skip-link.tsx', Example: SkipLinkExample },
];
