import { encode } from 'uqr';

/** Modules of light around a code, without which some cameras do not find it. */
const QUIET_ZONE = 4;

interface Props {
  readonly text: string;
  /** Said to those who cannot see it, where nothing beside it says the same. */
  readonly label?: string;
}

/** Dark on light in either theme: not every camera reads it the other way round. */
export const QrCode = ({ text, label }: Props) => {
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
