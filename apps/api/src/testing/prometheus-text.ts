/** A server's metrics, parsed from the text format of Prometheus. */
export interface Exported {
  /** Type by the name of each metric, also of those without samples. */
  types: ReadonlyMap<string, string>;
  /** Names of the series, such as `x_bucket` of a histogram `x`. */
  names: ReadonlySet<string>;
  /** The value of the sample with exactly these labels; undefined without one. */
  value: (name: string, labels?: Record<string, string>) => number | undefined;
  /** Every value of a label, over all metrics. */
  labelValues: ReadonlyMap<string, ReadonlySet<string>>;
}

const seriesOf: Record<string, readonly string[]> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** @throws Error for an invalid line */
export function readExported(text: string): Exported {
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  const labelValues = new Map<string, Set<string>>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [, typed, type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    if (typed && type) types.set(typed, type);
    if (line.startsWith('#')) continue;
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!name || value === undefined) throw new Error(`This is no sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', of = '']) => [
      label,
      of,
    ]);
    for (const [label = '', of = ''] of pairs)
      labelValues.set(label, (labelValues.get(label) ?? new Set()).add(of));
    samples.set(keyOf(name, Object.fromEntries(pairs) as Record<string, string>), Number(value));
  }
  const names = [...types].flatMap(([name, type]) => (seriesOf[type] ?? ['']).map((suffix) => name + suffix));
  return {
    types,
    names: new Set(names),
    labelValues,
    value: (name, labels = {}) => samples.get(keyOf(name, labels)),
  };
}

const keyOf = (name: string, labels: Record<string, string>): string =>
  JSON.stringify([name, Object.entries(labels).toSorted(([one], [other]) => one.localeCompare(other))]);
