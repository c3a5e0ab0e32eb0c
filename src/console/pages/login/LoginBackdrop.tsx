/** Ports of the drawing, in its own units. */
const ports = [
  [96, 610],
  [236, 470],
  [330, 640],
  [420, 372],
  [548, 520],
  [640, 300],
  [708, 452],
] as const;

/** Two ports of each lane, and its bend to the north. */
const lanes = [
  [0, 1, 60],
  [0, 3, 150],
  [1, 3, 40],
  [2, 4, 70],
  [3, 5, 60],
  [4, 5, 80],
  [4, 6, 30],
  [1, 5, 190],
] as const;

const laneOf = ([from, to, bend]: (typeof lanes)[number]): string => {
  const [x1, y1] = ports[from];
  const [x2, y2] = ports[to];
  return `M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 - bend} ${x2} ${y2}`;
};

/** Meridians and parallels of the globe, seen from the side. */
const meridians = [60, 150, 235, 310] as const;
const parallels = [-240, -160, -80, 0, 80, 160, 240] as const;

/** Sea lanes over a globe, with a seal at every port. Decorative. */
export const LoginBackdrop = () => (
  <svg
    viewBox="0 0 800 900"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
  >
    <defs>
      <linearGradient id="login-sea" x1="0" y1="0" x2="0.6" y2="1">
        <stop stopColor="#0b1d33" />
        <stop offset="0.55" stopColor="#0e2b4c" />
        <stop offset="1" stopColor="#0a2140" />
      </linearGradient>
      <radialGradient id="login-glow" cx="0.62" cy="0.46" r="0.6">
        <stop stopColor="#1890ff" stopOpacity="0.34" />
        <stop offset="1" stopColor="#1890ff" stopOpacity="0" />
      </radialGradient>
    </defs>
    <rect width="800" height="900" fill="url(#login-sea)" />
    <rect width="800" height="900" fill="url(#login-glow)" />
    <g stroke="#9cc7f5" strokeOpacity="0.13" fill="none">
      <circle cx="470" cy="470" r="330" />
      {meridians.map((rx) => (
        <ellipse key={rx} cx="470" cy="470" rx={rx} ry="330" />
      ))}
      {parallels.map((y) => {
        const half = Math.sqrt(330 ** 2 - y ** 2);
        return <path key={y} d={`M${470 - half} ${470 + y}H${470 + half}`} />;
      })}
    </g>
    <g fill="none" stroke="#6db8ff" strokeWidth="1.6" strokeLinecap="round">
      {lanes.map((lane, i) => (
        <path
          key={laneOf(lane)}
          d={laneOf(lane)}
          strokeOpacity={i % 2 ? 0.75 : 0.45}
          strokeDasharray={i % 2 ? undefined : '1 9'}
        />
      ))}
    </g>
    {ports.map(([x, y], i) => (
      <g key={`${x}/${y}`} transform={`translate(${x} ${y})`}>
        <circle r={i % 3 === 0 ? 17 : 12} fill="#1890ff" fillOpacity="0.16" />
        <circle r={i % 3 === 0 ? 8 : 6} fill="#0e2b4c" stroke="#7cc0ff" strokeWidth="1.6" />
        <circle r="2.4" fill={i === 5 ? '#ffb547' : '#dff0ff'} />
      </g>
    ))}
  </svg>
);
