import type { TenantRecord } from '@burrow/contracts/tenant';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { usePractice } from '../../../lib/practice.ts';
import { focusOnArrival } from '../../../lib/use-fresh-page.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Loading } from '../../../ui/loading.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { categoryNamed, settingsCategories, type SettingsCategory } from '../categories.ts';
import { CategoryList } from '../components/category-list.tsx';
import { SettingsPanel } from '../components/settings-panel.tsx';
import { UnsavedChanges } from '../unsaved.tsx';

/** The category in the navigation state, which older links use. */
function askedCategory(state: unknown): SettingsCategory | null {
  return typeof state === 'object' && state !== null && 'selectedCategory' in state
    ? categoryNamed(state.selectedCategory)
    : null;
}

/** After choosing a category: scrolls to the top and focuses its heading, like a new page. */
function useFreshCategory() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [how] = useState(useNavigationType());
  useEffect(() => {
    if (how === 'POP') return;
    window.scrollTo(0, 0);
    focusOnArrival(heading.current);
  }, [how]);
  return heading;
}

/** One category: its heading and its panel. */
function Category({ category, practice }: { category: SettingsCategory; practice: TenantRecord }) {
  const heading = useFreshCategory();
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
          {category.label}
        </h1>
        <p className="text-ink-soft">{category.about}</p>
      </div>
      <SettingsPanel id={category.id} practice={practice} />
    </div>
  );
}

/**
 * The visible category: the one in the address, or on a wide screen the first. It stays when the window becomes narrow,
 * where an address without a category shows the list.
 */
function useOpenCategory(isPhone: boolean): SettingsCategory | null {
  const { key } = useLocation();
  const [params] = useSearchParams();
  const [wideAt, setWideAt] = useState<string | null>(null);
  if (!isPhone && wideAt !== key) setWideAt(key);
  const first = isPhone && wideAt !== key ? null : (settingsCategories[0] ?? null);
  return categoryNamed(params.get('category')) ?? first;
}

/** The links to all categories: beside the open one, or on a phone a page of its own. */
function Overview({ open, isPhone }: { open: SettingsCategory | null; isPhone: boolean }) {
  if (!isPhone) {
    return (
      <div className="sticky top-4">
        <CategoryList current={open?.id ?? null} />
      </div>
    );
  }
  if (open === null) {
    return (
      <div className="flex flex-col gap-3">
        <h1 className="text-xl font-bold">Settings</h1>
        <CategoryList current={null} isPage />
      </div>
    );
  }
  return (
    <Link to={paths.settings()} className={`flex items-center gap-1.5 self-start py-1 ${textLinkClass}`}>
      <ArrowLeft aria-hidden="true" className="size-4" />
      All settings
    </Link>
  );
}

/** The settings for admins (/admin/settings): a list of categories, and the open one. */
export function SettingsPage() {
  const { state } = useLocation() as { state: unknown };
  const [params] = useSearchParams();
  const isPhone = usePhone();
  const practice = usePractice();
  const open = useOpenCategory(isPhone);
  const asked = askedCategory(state);
  usePage('Settings');
  if (asked !== null && categoryNamed(params.get('category')) === null)
    return <Navigate to={paths.settings(asked.id)} replace />;
  if (practice === undefined) return <Loading />;
  // One tree for both layouts, so that typed text survives rotating the device.
  return (
    <UnsavedChanges>
      <div
        className={
          isPhone ? 'flex flex-col gap-3' : 'grid grid-cols-[13rem_minmax(0,1fr)] items-start gap-6 lg:gap-8'
        }
      >
        <Overview open={open} isPhone={isPhone} />
        <div className="max-w-4xl min-w-0">
          {open === null ? null : <Category key={open.id} category={open} practice={practice} />}
        </div>
      </div>
    </UnsavedChanges>
  );
}
