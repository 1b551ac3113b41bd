import { Gauge, type Registry } from 'prom-client';
import type { InstallationFigures } from '../modules/installation/public.ts';

/** A gauge that is absent while its figure is unknown: an old value would look healthy. */
interface Figure {
  show(figures: InstallationFigures): void;
  hide(): void;
}

type Samples<Label extends string> = Iterable<[labels: Partial<Record<Label, string>>, value: number]>;

/**
 * Metrics of the whole installation. Every process exports the same, from the same database.
 * @returns the figures; undefined when they could not be read
 */
export function createInstallationMetrics(
  registry: Registry,
): (figures: InstallationFigures | undefined) => void {
  const registers = [registry];
  const up = new Gauge({
    name: 'burrow_figures_up',
    help: '1 when the installation figures could be read from the database; their metrics are absent otherwise.',
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
    "Jobs by queue: queued or scheduled ('waiting'), running ('active'), failed within the last week ('failed').",
    ['queue', 'state'],
    ({ queues }) =>
      [...queues].flatMap(([queue, { waiting, active, failed }]) => [
        [{ queue, state: 'waiting' }, waiting],
        [{ queue, state: 'active' }, active],
        [{ queue, state: 'failed' }, failed],
      ]),
  ),
  figure('burrow_jobs_due', 'Jobs that are due now, by queue.', ['queue'], ({ queues }) =>
    [...queues].map(([queue, { due }]) => [{ queue }, due.count]),
  ),
  figure(
    'burrow_jobs_oldest_due_seconds',
    'How long the oldest due job of a queue has waited; 0 if none is due.',
    ['queue'],
    ({ queues }) => [...queues].map(([queue, { due }]) => [{ queue }, due.oldestSeconds]),
  ),
  figure(
    'burrow_work_last_success_timestamp_seconds',
    'When scheduled work last completed, in seconds since 1970.',
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
    'Size of the last complete backup; absent without one.',
    [],
    ({ backups }) => (backups.lastDone ? [[{}, backups.lastDone.bytes]] : []),
  ),
  figure(
    'burrow_backup_last_failed',
    '1 if the last finished backup failed, 0 if it is complete; absent if there has never been one.',
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
  figure('burrow_messages_due', 'Overdue messages to clients, by channel.', ['channel'], ({ messages }) =>
    [...messages].map(([channel, { due }]) => [{ channel }, due.count]),
  ),
  figure(
    'burrow_messages_oldest_due_seconds',
    'How long the oldest of them has been overdue; 0 if none is.',
    ['channel'],
    ({ messages }) => [...messages].map(([channel, { due }]) => [{ channel }, due.oldestSeconds]),
  ),
  figure(
    'burrow_messages_failed_last_day',
    'Messages that failed in the last 24 hours and were not dismissed, by channel.',
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
    'Overdue webhook events, without those for failing endpoints.',
    [],
    ({ webhooksDue }) => [[{}, webhooksDue.count]],
  ),
  figure(
    'burrow_webhooks_oldest_due_seconds',
    'How long the oldest of them has been overdue; 0 if none is.',
    [],
    ({ webhooksDue }) => [[{}, webhooksDue.oldestSeconds]],
  ),
  figure(
    'burrow_webhook_endpoints_failing',
    'Webhook endpoints whose last attempt failed.',
    [],
    ({ webhooksFailing }) => [[{}, webhooksFailing]],
  ),
];

const moneyFigures = (figure: Declare): Figure[] => [
  figure(
    'burrow_deposits',
    "Deposits awaiting payment ('open'); of these, those whose time to pay ended more than an hour ago ('overdue').",
    ['state'],
    ({ deposits }) => Object.entries(deposits).map(([state, count]) => [{ state }, count]),
  ),
  figure(
    'burrow_refunds',
    "Refunds in progress ('pending'), refused ('failed') and without an answer ('unknown').",
    ['state'],
    ({ refunds }) => [...refunds].map(([state, count]) => [{ state }, count]),
  ),
  figure(
    'burrow_refunds_oldest_pending_seconds',
    'Age of the oldest refund in progress, in seconds; 0 if none is.',
    [],
    ({ oldestPendingRefundSeconds }) => [[{}, oldestPendingRefundSeconds]],
  ),
  figure(
    'burrow_refunds_failed_last_day',
    'Refunds that failed or got no answer in the last 24 hours.',
    [],
    ({ refundsFailedLastDay }) => [[{}, refundsFailedLastDay]],
  ),
];
