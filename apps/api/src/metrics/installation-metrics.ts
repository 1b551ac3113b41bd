import { Gauge, type Registry } from 'prom-client';
import type { InstallationFigures } from '../modules/system/read-model.ts';

/** A gauge that says nothing while its figure is not known: an old one would look as if all were well. */
interface Figure {
  show(figures: InstallationFigures): void;
  hide(): void;
}

type Samples<Label extends string> = Iterable<[labels: Partial<Record<Label, string>>, value: number]>;

/**
 * Metrics of the whole installation. Every process tells the same, from the same database.
 * @returns what is to be told; undefined when it could not be read
 */
export function createInstallationMetrics(
  registry: Registry,
): (figures: InstallationFigures | undefined) => void {
  const registers = [registry];
  const up = new Gauge({
    name: 'burrow_figures_up',
    help: '1 when the figures of the installation could be read from the database; without them their metrics are absent.',
    registers,
  });
  const figure = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    samples: (figures: InstallationFigures) => Samples<Label>,
  ): Figure => {
    const gauge = new Gauge({ name, help, labelNames, registers });
    const hide = (): void => {
      if (labelNames.length > 0) gauge.reset();
      else gauge.remove({});
    };
    hide();
    return {
      hide,
      show: (figures) => {
        hide();
        for (const [labels, value] of samples(figures)) gauge.set(labels, value);
      },
    };
  };
  const all = [
    ...workFigures(figure),
    ...backupFigures(figure),
    ...messageFigures(figure),
    ...webhookFigures(figure),
    ...moneyFigures(figure),
  ];
  return (figures) => {
    up.set(figures ? 1 : 0);
    for (const one of all) {
      if (figures) one.show(figures);
      else one.hide();
    }
  };
}

type Declare = <Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  samples: (figures: InstallationFigures) => Samples<Label>,
) => Figure;

const workFigures = (figure: Declare): Figure[] => [
  figure('burrow_database_migration', 'Number of the newest migration.', [], ({ migration }) => [
    [{}, migration],
  ]),
  figure(
    'burrow_jobs',
    "Jobs by queue: not begun ('waiting', also for later), under way ('active'), given up within the last week ('failed').",
    ['queue', 'state'],
    ({ queues }) =>
      [...queues].flatMap(([queue, { waiting, active, failed }]) => [
        [{ queue, state: 'waiting' }, waiting],
        [{ queue, state: 'active' }, active],
        [{ queue, state: 'failed' }, failed],
      ]),
  ),
  figure('burrow_jobs_due', 'Jobs that could be begun now, by queue.', ['queue'], ({ queues }) =>
    [...queues].map(([queue, { due }]) => [{ queue }, due.count]),
  ),
  figure(
    'burrow_jobs_oldest_due_seconds',
    'For how long the oldest job of a queue could have been begun; 0 when none waits.',
    ['queue'],
    ({ queues }) => [...queues].map(([queue, { due }]) => [{ queue }, due.oldestSeconds]),
  ),
  figure(
    'burrow_work_last_success_timestamp_seconds',
    'When work that the clock asks for last got through, in seconds since 1970.',
    ['work'],
    ({ lastDone }) => [...lastDone].map(([work, at]) => [{ work }, at / 1000]),
  ),
];

const backupFigures = (figure: Declare): Figure[] => [
  figure(
    'burrow_backup_last_success_timestamp_seconds',
    'Start of the last complete backup, in seconds since 1970; 0 if there has never been one.',
    [],
    ({ backups }) => [[{}, (backups.lastDone?.at ?? 0) / 1000]],
  ),
  figure(
    'burrow_backup_last_success_bytes',
    'Size of the last backup that is whole; absent without one.',
    [],
    ({ backups }) => (backups.lastDone ? [[{}, backups.lastDone.bytes]] : []),
  ),
  figure(
    'burrow_backup_last_failed',
    '1 when the last backup that ended has failed, 0 when it is whole; absent when none was made.',
    [],
    ({ backups }) => (backups.lastFailed === undefined ? [] : [[{}, backups.lastFailed ? 1 : 0]]),
  ),
  figure(
    'burrow_backup_running_seconds',
    'How long the current backup has been running; 0 if none is.',
    [],
    ({ backups }) => [[{}, backups.runningSeconds]],
  ),
];

const messageFigures = (figure: Declare): Figure[] => [
  figure(
    'burrow_messages_due',
    'Messages to clients that should have left by now, by channel.',
    ['channel'],
    ({ messages }) => [...messages].map(([channel, { due }]) => [{ channel }, due.count]),
  ),
  figure(
    'burrow_messages_oldest_due_seconds',
    'For how long the oldest of them should have left; 0 when none waits.',
    ['channel'],
    ({ messages }) => [...messages].map(([channel, { due }]) => [{ channel }, due.oldestSeconds]),
  ),
  figure(
    'burrow_messages_failed_last_day',
    'Messages given up in the last 24 hours that nobody has put aside, by channel.',
    ['channel'],
    ({ messages }) => [...messages].map(([channel, { failedLastDay }]) => [{ channel }, failedLastDay]),
  ),
  figure(
    'burrow_portal_codes_today',
    'Codes sent by all portals since the daily count began.',
    [],
    ({ portalCodesToday }) => [[{}, portalCodesToday]],
  ),
];

const webhookFigures = (figure: Declare): Figure[] => [
  figure(
    'burrow_webhooks_due',
    'Events for other systems that should have left by now, without those for endpoints that fail.',
    [],
    ({ webhooksDue }) => [[{}, webhooksDue.count]],
  ),
  figure(
    'burrow_webhooks_oldest_due_seconds',
    'For how long the oldest of them should have left; 0 when none waits.',
    [],
    ({ webhooksDue }) => [[{}, webhooksDue.oldestSeconds]],
  ),
  figure(
    'burrow_webhook_endpoints_failing',
    'Endpoints of practices that failed when they were last tried.',
    [],
    ({ webhooksFailing }) => [[{}, webhooksFailing]],
  ),
];

const moneyFigures = (figure: Declare): Figure[] => [
  figure(
    'burrow_deposits',
    "Deposits that wait for their payment ('open'); of these, the time to pay of which was over more than an hour ago ('overdue').",
    ['state'],
    ({ deposits }) => Object.entries(deposits).map(([state, count]) => [{ state }, count]),
  ),
  figure(
    'burrow_refunds',
    "Refunds on their way ('pending'), refused ('failed') and given up without an answer ('unknown'), as they stand.",
    ['state'],
    ({ refunds }) => [...refunds].map(([state, count]) => [{ state }, count]),
  ),
  figure(
    'burrow_refunds_oldest_pending_seconds',
    'Since when the oldest refund is on its way, in seconds; 0 when none is.',
    [],
    ({ oldestPendingRefundSeconds }) => [[{}, oldestPendingRefundSeconds]],
  ),
  figure(
    'burrow_refunds_failed_last_day',
    'Refunds that failed, or were given up without an answer, in the last 24 hours.',
    [],
    ({ refundsFailedLastDay }) => [[{}, refundsFailedLastDay]],
  ),
];
