/** The filling of the second series, told from the first by its stripes too. `id` is what `url(#…)` names. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="7" height="7" className="fill-chart-second" />
      <rect width="2" height="7" className="fill-surface/55" />
    </pattern>
  );
}
