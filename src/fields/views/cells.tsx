import { Box, Tooltip } from '@mui/material';
import { styled } from '@mui/material/styles';
import {
  type ComponentProps,
  type ElementType,
  type FocusEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { isBlank } from '../../config';
import {
  localTime,
  numberFormat,
  relativeTime,
  shortAge,
  type UnitLabel,
  unitText,
  withUnit,
} from '../../domain/figures';
import { schemaOf } from '../schemas';
import { useNow, useReaderLocale, useText } from './reader';
import type { CellProps } from './registry';

export const EmptyCell = () => {
  const text = useText();
  return (
    <Box
      component="span"
      role="img"
      aria-label={text(['none', '无'])}
      sx={{ color: 'text.disabled' }}
    >
      —
    </Box>
  );
};

/** Single line of text, truncated with an ellipsis. */
export const SingleLine = styled('span')({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

interface Props {
  readonly text: string;
  /** Rendering of the text; the text itself by default. */
  readonly children?: ReactNode;
  /** Do not truncate. */
  readonly full?: boolean;
}

/** Single line of text; if it is truncated, a tooltip shows all of it. */
export const TruncatedText = ({ text, children, full = false }: Props) =>
  full ? (
    (children ?? text)
  ) : (
    <Hint title={text} whenCut within={SingleLine}>
      {children ?? text}
    </Hint>
  );

interface NamedTitleProps {
  readonly title: string;
  /** Name that people gave the record, if it has one. */
  readonly name: string | undefined;
  readonly full?: boolean;
}

/** Title of a record after its name, in one line: a lock with its serial number. */
export const NamedTitle = ({ title, name, full }: NamedTitleProps) =>
  name === undefined ? (
    <TruncatedText text={title} full={full} />
  ) : (
    <TruncatedText text={`${name} ${title}`} full={full}>
      <b className="record-name">{name}</b> <span className="record-code">{title}</span>
    </TruncatedText>
  );

export const TextCell = ({ field, value, full }: CellProps) => {
  const locale = useReaderLocale();
  const text = isBlank(value)
    ? ''
    : (schemaOf(field).text?.(value, field, locale) ?? String(value));
  return text === '' ? <EmptyCell /> : <TruncatedText text={text} full={full} />;
};

interface HintProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Show the tooltip only if the text is truncated. */
  readonly whenCut?: boolean;
  /** Wrapper element; a span by default. */
  readonly within?: ElementType;
  readonly placement?: 'right';
}

const isTruncated = (element: Element): boolean =>
  element.scrollWidth > element.clientWidth || [...element.children].some(isTruncated);

/** Tooltip that is mounted on first use, because a list has hundreds of them. */
export const Hint = (props: HintProps) => {
  const { title, children, whenCut = false, within: Within = 'span', placement } = props;
  const anchor = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const show = () => {
    if (anchor.current && (!whenCut || isTruncated(anchor.current))) setOpen(true);
  };
  const hide = () => setOpen(false);
  return (
    <Within
      ref={anchor}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={({ target }: FocusEvent) => target.matches(':focus-visible') && show()}
      onBlur={hide}
    >
      {children}
      {open && (
        <Tooltip
          open
          onClose={hide}
          title={title}
          placement={placement}
          slotProps={{ popper: { anchorEl: anchor.current } }}
        >
          <span />
        </Tooltip>
      )}
    </Within>
  );
};

/** Tabular figures without line breaks. */
export const NumberList = styled('span')({
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
});

interface FigureProps {
  readonly value: unknown;
  readonly unit?: UnitLabel | undefined;
  /** Code without thousands separators. */
  readonly isCode?: boolean | undefined;
  readonly decimals?: number | undefined;
}

/** Number with thousands separators, and its unit in a weaker colour. */
export const NumberCell = ({ value, unit, isCode = false, decimals }: FigureProps) => {
  const locale = useReaderLocale();
  if (isBlank(value)) return <EmptyCell />;
  const unitLabel = unit && unitText(unit, locale);
  return (
    <NumberList>
      {typeof value === 'number' && !isCode
        ? numberFormat(locale, decimals).format(value)
        : String(value)}
      {unitLabel && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {withUnit('', unitLabel)}
        </Box>
      )}
    </NumberList>
  );
};

/** One width for all times, so that their columns are equal. */
const FullTime = styled(NumberList)({ display: 'inline-block', minWidth: '17ch' });

/** The class lets a narrow list leave out the date. */
const TimeOfToday = (props: ComponentProps<typeof FullTime>) => (
  <FullTime {...props} className="time-of-today" />
);

/** Length of the date in a local time, with the blank after it. */
const DATE = 11;

const isToday = (time: string, now: number): boolean =>
  time.slice(0, DATE) === localTime(now).slice(0, DATE);

/** Local time, or short age; the tooltip shows the local time or the age in words. */
export const TimeCell = ({ at, relative = false }: { at: number; relative?: boolean }) => {
  const locale = useReaderLocale();
  const now = useNow();
  const full = localTime(at);
  return relative ? (
    <Hint title={full} within={NumberList}>
      {shortAge(at, now, locale)}
    </Hint>
  ) : (
    <Hint
      title={relativeTime(at, now, locale)}
      within={isToday(full, now) ? TimeOfToday : FullTime}
    >
      <span>{full.slice(0, DATE)}</span>
      {full.slice(DATE)}
    </Hint>
  );
};

/** System fonts only: none is downloaded. */
export const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';
