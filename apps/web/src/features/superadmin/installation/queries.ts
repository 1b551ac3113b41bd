import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import { actionQuery } from '../../../lib/query.ts';

export type Installation = OutputOf<'superadmin/installation'>;
export type Finding = Installation['findings'][number];
export type Provider = Installation['providers'][number];
export type TestResult = OutputOf<'superadmin/provider_test'>;

const readAgainMs = 30_000;

/** The state of the installation, refetched every 30 seconds while the screen is visible. */
export const useInstallation = () =>
  useQuery({ ...actionQuery('superadmin/installation', {}), refetchInterval: readAgainMs });
