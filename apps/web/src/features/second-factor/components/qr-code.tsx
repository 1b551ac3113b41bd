import { create } from 'qrcode';

/** White modules around the code, which cameras need to find it. */
const quiet = 4;

/** A text as a QR code, black on white in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const dark = [...modules.data].flatMap((bit, index) =>
    bit ? [`M${index % modules.size} ${Math.floor(index / modules.size)}h1v1h-1z`] : [],
  );
  const side = modules.size + 2 * quiet;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-lg border border-line"
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
