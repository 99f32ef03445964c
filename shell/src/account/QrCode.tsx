import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';

/** Quiet zone around the code, in modules, as the standard requires. */
const BORDER = 4;

/** A QR code as an SVG. Dark on white even in the dark theme, because many apps can't read inverted codes. */
export function QrCode({ text, label, width }: { text: string; label: string; width: number }): ReactNode {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: BORDER });
    const squares = code.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: code.size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={width}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{ flex: 'none', borderRadius: 8 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
