import { useEffect, type ReactNode } from 'react';
import {
  matchRoutes,
  Navigate,
  Outlet,
  useLocation,
  useNavigate,
  useRoutes,
  type RouteObject,
} from 'react-router-dom';
import { LoginPage } from '../features/session/pages/login-page.tsx';
import { setSubscriptionRequiredHandler } from '../lib/api.ts';
import { sessionStore } from '../lib/session-store.ts';
import { paths, tenantIn, withTenant } from '../lib/paths.ts';
import { lazyComponent, type LazyComponent } from '../ui/lazy-component.tsx';
import { Loading } from '../ui/loading.tsx';
import { landingAfterSignIn, type Access } from './guard.ts';
import { Guarded } from './guarded.tsx';
import { areas, portal, type Area, type Load, type Page } from './pages.ts';

const lazyPage = (load: Load): LazyComponent<object> => lazyComponent(load, () => <Loading tall />);
const lazyFrame = (load: Load): LazyComponent<object> => lazyComponent(load, () => <Loading page />);

// The build finds no import here and leaves the page out.
const ComponentsPage = import.meta.env.DEV
  ? lazyPage(async () => (await import('./components-page.tsx')).ComponentsPage)
  : null;

/** A route's handle: fetches its chunks while the guard still asks whether they may be shown. */
type Preload = () => void;

const guarded = (access: Access | undefined, content: ReactNode): ReactNode =>
  access ? <Guarded access={access}>{content}</Guarded> : content;

function pageRoute({ path, load, parts = [], access }: Page): RouteObject {
  const Shown = lazyPage(load);
  const handle: Preload = () => {
    Shown.preload();
    for (const part of parts) part().catch(() => undefined);
  };
  return { path, handle, element: guarded(access, <Shown />) };
}

function areaRoute({ access, frame, pages }: Area): RouteObject {
  const Frame = frame ? lazyFrame(frame) : null;
  return {
    handle: (() => Frame?.preload()) satisfies Preload,
    element: guarded(access, Frame ? <Frame /> : <Outlet />),
    children: pages.map(pageRoute),
  };
}

/** To the portal's home, with the practice that the address names. */
function ToPortalHome() {
  return <Navigate to={withTenant(paths.customerHome, tenantIn(useLocation().search))} replace />;
}

/** Leads admins to the subscription page when the practice's trial or subscription has ended. */
function useSubscriptionRequired() {
  const navigate = useNavigate();
  useEffect(() => {
    setSubscriptionRequiredHandler((error) => {
      const role = sessionStore.get()?.role;
      if (role === 'admin') void navigate(paths.subscription);
      // Staff can't open that page and get a message instead. Pet owners read it on their own page.
      else if (role !== 'customer')
        void import('../ui/toast.ts').then(({ toast }) =>
          toast.error(`${error.userMessage} Please ask an admin at your practice to do this.`),
        );
    });
  }, [navigate]);
}

/** An address that is no page leads to the sign-in; one of the portal, to its home. */
const routes: RouteObject[] = [
  ...areas.map(areaRoute),
  { path: paths.login, element: <LoginPage landing={landingAfterSignIn} /> },
  { path: paths.portal, element: <ToPortalHome /> },
  { path: '/cp/*', element: guarded(portal.access, <ToPortalHome />) },
  ...(ComponentsPage ? [{ path: '/_ui', element: <ComponentsPage /> }] : []),
  { path: '*', element: <Navigate to={paths.login} replace /> },
];

function preloadScreen(pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    (route.handle as Preload | undefined)?.();
  }
}

/** The screen that the address names. */
export function AppRoutes() {
  const { pathname } = useLocation();
  useEffect(() => preloadScreen(pathname), [pathname]);
  useSubscriptionRequired();
  return useRoutes(routes);
}
