import type { Palette } from '@mui/material/styles';
import { type Form, formOf, type SignName, type Tone } from '../../domain/label';

/** Colour of a tone's text. */
export const inkOf = (palette: Palette, tone: Tone): string =>
  tone === 'default' ? palette.text.secondary : palette[tone].main;

/** Colour of a tone's signs, bars and lines. */
export const markOf = (palette: Palette, tone: Tone): string => {
  const { mark, main } = palette[tone === 'default' ? 'notice' : tone];
  return mark ?? main;
};

const TONES: readonly Tone[] = ['default', 'success', 'info', 'minor', 'warning', 'error'];

/** Colours of a chip. They are opaque: on a selected row the text of a transparent one would lose contrast. */
const tinted = (palette: Palette, tone: Tone) => ({
  color: inkOf(palette, tone),
  backgroundColor: `color-mix(in srgb, ${inkOf(palette, tone)} 10%, ${palette.background.paper})`,
});

const solid = (palette: Palette, tone: Tone) => ({
  color: palette.getContrastText(markOf(palette, tone)),
  backgroundColor: markOf(palette, tone),
});

/** Styles of states and of named titles by class, once per page: computed for each of a list's hundred states they took a third of its time. */
export const stateStyles = (palette: Palette) => ({
  '.record-name': { fontWeight: 600 },
  '.record-code': { color: palette.text.secondary, fontSize: '0.75rem', fontWeight: 400 },
  '.state': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    maxWidth: '100%',
    whiteSpace: 'nowrap',
  },
  // On the baseline, so that a state stands on the same line as the text around it.
  '.state-words': { alignSelf: 'baseline', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.state-words.muted': { color: palette.text.secondary },
  '.state-plain .state-drawing': { color: palette.text.disabled },
  '.state-tint, .state-solid': {
    height: 20,
    // The chip is as high as its line, and its smaller text has another baseline: without this the line would grow.
    marginBlock: -2,
    padding: '0 7px 0 5px',
    // Aligns the sign with those of plain values. A margin would truncate the words instead.
    position: 'relative',
    left: -5,
    borderRadius: 4,
    fontSize: '0.75rem',
    fontWeight: 500,
    lineHeight: '20px',
  },
  '.state-drawing': { flex: 'none' },
  ...Object.fromEntries(
    TONES.flatMap((tone): [string, object][] => [
      [
        `.state-drawing.mark-${tone}, .state-sign-${tone} .state-drawing`,
        { color: markOf(palette, tone) },
      ],
      [`.state-tint-${tone}`, tinted(palette, tone)],
      [`.state-solid-${tone}`, solid(palette, tone)],
    ]),
  ),
});

/** States on a line of their own: a chip begins at the edge, as no other sign stands above it. */
export const ownLineOfStates = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  '& .state-tint, & .state-solid': { left: 0 },
} as const;

interface StateProps {
  readonly tone?: Tone | undefined;
  readonly label: React.ReactNode;
  /** That of the tone by default. */
  readonly form?: Form | undefined;
  /** The shape of the tone by default. */
  readonly sign?: SignName | undefined;
}

/** Label of a state with a sign; the form says how much attention it asks for. Colour is never the only sign. */
export const ToneChip = ({ tone = 'default', label, form = formOf(tone), sign }: StateProps) => (
  <span className={`state state-${form} state-${form}-${tone}`}>
    <StateSign tone={tone} sign={sign} />
    <span className={sign === 'none' ? 'state-words muted' : 'state-words'}>{label}</span>
  </span>
);

/** Paths in a square of 12 by 12, by tone or sign: ring, tick, arrow, square, triangle, diamond; padlocks, dot, moon. */
const paths: { readonly [S in Tone | Exclude<SignName, 'none'>]: string } = {
  default: 'M6 2.6a3.4 3.4 0 1 0 0 6.8a3.4 3.4 0 1 0 0-6.8Z',
  success: 'M2.2 6.4 5 9.1 9.8 3.3',
  info: 'M4 2.2 9.4 6 4 9.8Z',
  minor: 'M2.5 2.5h7v7h-7Z',
  warning: 'M6 1.8 10.6 9.9H1.4Z',
  error: 'M6 1 11 6 6 11 1 6Z',
  dot: 'M6 3.4a2.6 2.6 0 1 0 0 5.2a2.6 2.6 0 1 0 0-5.2Z',
  moon: 'M9.8 7.5A4.3 4.3 0 1 1 5 1.9a3.4 3.4 0 0 0 4.8 5.6Z',
  sealed: 'M2.2 5.2h7.6v5.6H2.2ZM3.6 5.2V3.5a2.4 2.4 0 0 1 4.8 0v1.7',
  closed: 'M2.2 5.2h7.6v5.6H2.2ZM3.6 5.2V3.5a2.4 2.4 0 0 1 4.8 0v1.7',
  open: 'M2.2 5.2h7.6v5.6H2.2ZM3.6 5.2V2.9a2.4 2.4 0 0 1 4.7-.8',
};

/** Signs whose first part is filled. */
const filled: ReadonlySet<Tone | SignName> = new Set([
  'info',
  'minor',
  'warning',
  'error',
  'dot',
  'sealed',
  'open',
] as const);

interface SignProps {
  readonly tone: Tone;
  readonly sign?: SignName | undefined;
  /** Use the colour of the tone; by default the colour of the surrounding text. */
  readonly coloured?: boolean;
}

/** Sign of a state for colour-blind readers: its own, else the shape of its tone. */
export const StateSign = ({ tone, sign, coloured = false }: SignProps) => {
  if (sign === 'none') return null;
  const name = sign ?? tone;
  const [body = '', ...rest] = paths[name].split(/(?=M)/);
  return (
    <svg
      className={coloured ? `state-drawing mark-${tone}` : 'state-drawing'}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={body} fill={filled.has(name) ? 'currentColor' : undefined} />
      {rest.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
};
