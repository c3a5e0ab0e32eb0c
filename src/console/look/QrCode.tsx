import { encode } from 'uqr';

/** Light border in modules. Some cameras do not detect a code without it. */
const QUIET_ZONE = 4;

/**
 * QR code, dark on light in either theme, because some cameras cannot read inverted codes.
 * @param label alternative text, unless the same text is beside the code
 */
export const QrCode = ({ text, label }: { readonly text: string; readonly label?: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((line, y) => line.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={132}
      height={132}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
      style={{ display: 'block', marginBottom: 8, borderRadius: 6 }}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
};
