import { Box, Typography } from '@mui/material';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { choiceLabel, lookOf, textOf } from '../../../domain/label';
import { COMMUNICATE_STATUS, communicateStatus, lockStatus } from '../../../domain/lock';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { ToneChip } from '../../../fields/views/states';
import { iconOf } from '../../look/icons';
import type { DoHit } from './doHits';
import type { DeviceHit, Hit, HitGroup } from './hits';
import { type MarkedText, splitMarks } from './matcher';

/**
 * Returns the id of an option in the list.
 * @param onMap true for the map option of a device
 */
export const optionId = (listId: string, { index, onMap }: ActiveHit): string =>
  `${listId}-${index}${onMap ? '-map' : ''}`;

interface Props {
  readonly id: string;
  readonly groups: readonly HitGroup[];
  readonly active: ActiveHit;
  /** Devices can be shown on a map. */
  readonly hasMap: boolean;
  readonly onActivate: (index: number, onMap: boolean) => void;
  readonly onChoose: (hit: Hit, onMap: boolean) => void;
}

/** Search results in groups with headings. A device has a second option that shows it on the map. */
export const HitList = ({ id, groups, active, hasMap, onActivate, onChoose }: Props) => {
  const translate = useTranslate();
  const MapIcon = iconOf('map');
  const activeId = optionId(id, active);
  const hits = groups.flatMap((group) => group.hits);
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a cleanup function.
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const option = (index: number, onMap: boolean) => {
    const at = optionId(id, { index, onMap });
    return { id: at, active: at === activeId, onActivate: () => onActivate(index, onMap) };
  };
  return (
    <Box role="listbox" id={id} aria-label={translate('search.results')}>
      {groups.map(({ name, hits: members, isTruncated }) => (
        <Box key={name} role="group" aria-labelledby={`${id}-${name}`} sx={{ pb: 0.75 }}>
          <Typography
            id={`${id}-${name}`}
            role="presentation"
            variant="overline"
            sx={{ display: 'block', px: 1.25, pt: 0.75, color: 'text.secondary' }}
          >
            {translate(`search.groups.${name}`)}
            {isTruncated && ` · ${translate('search.cut', { count: members.length })}`}
          </Typography>
          {members.map((hit) => {
            const index = hits.indexOf(hit);
            return (
              <Box key={hit.key} role="presentation" sx={{ display: 'flex', gap: 0.5 }}>
                <HitOption
                  {...option(index, false)}
                  disabled={hit.kind === 'do' && !hit.target}
                  onChoose={() => onChoose(hit, false)}
                >
                  <HitLine hit={hit} />
                </HitOption>
                {hit.kind === 'device' && hasMap && (
                  <HitOption
                    {...option(index, true)}
                    label={translate('search.onMap', { sn: hit.device.sn })}
                    onChoose={() => onChoose(hit, true)}
                  >
                    <MapIcon fontSize="small" color="secondary" />
                  </HitOption>
                )}
              </Box>
            );
          })}
        </Box>
      ))}
    </Box>
  );
};

/** Hit that Enter opens; with `onMap`, its map option. */
interface ActiveHit {
  readonly index: number;
  readonly onMap: boolean;
}

/**
 * Returns the active hit, and the functions that change it. It is the first hit until the operator moves; then the chosen
 * one stays active while the hits of the same query change.
 */
export const useActiveHit = (hits: readonly Hit[], query: string) => {
  const [highlight, setHighlight] = useState<{
    readonly key: string;
    readonly onMap: boolean;
    readonly query: string;
  } | null>(null);
  const at = highlight?.query === query ? hits.findIndex(({ key }) => key === highlight.key) : -1;
  const active: ActiveHit = { index: Math.max(at, 0), onMap: at >= 0 && highlight?.onMap === true };
  const activate = (index: number, onMap = false) => {
    const hit = hits[index];
    if (hit) setHighlight({ key: hit.key, onMap, query });
  };
  const step = (by: 1 | -1) => activate((active.index + by + hits.length) % hits.length);
  return { active, activate, step };
};

interface HitOptionProps {
  readonly id: string;
  readonly active: boolean;
  /** Accessible name, if the option has no text. */
  readonly label?: string;
  readonly onActivate: () => void;
  readonly onChoose: () => void;
  /** Cannot be chosen; its text explains why. */
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** Option of the list. The focus stays in the input, which refers to the active option and handles the keys. */
const HitOption = ({
  id,
  active,
  label,
  onActivate,
  onChoose,
  disabled,
  children,
}: HitOptionProps) => (
  <Box
    role="option"
    id={id}
    aria-selected={active}
    aria-disabled={disabled}
    aria-label={label}
    // A press would move the focus from the input and close a phone's keyboard.
    onMouseDown={(event) => event.preventDefault()}
    onMouseMove={active ? undefined : onActivate}
    onClick={onChoose}
    sx={({ palette }) => ({
      display: 'flex',
      alignItems: 'center',
      gap: 1.5,
      flex: label ? 'none' : 1,
      minWidth: 0,
      minHeight: 44,
      px: 1.25,
      py: 0.5,
      borderRadius: 1,
      cursor: disabled ? 'default' : 'pointer',
      ...(active && {
        bgcolor: palette.primary.light,
        boxShadow: `inset 3px 0 ${palette.brand}`,
      }),
    })}
  >
    {children}
  </Box>
);

const HitLine = ({ hit }: { hit: Hit }) => {
  const locale = useReaderLocale();
  if (hit.kind === 'device') return <DeviceLine hit={hit} />;
  if (hit.kind === 'do') return <DoLine hit={hit} />;
  const Icon = hit.kind === 'action' ? hit.Icon : iconOf(hit.kind === 'page' ? hit.icon : 'send');
  const beside =
    hit.kind === 'command'
      ? textOf(hit.granted.entity.label, locale)
      : hit.code && <Marked value={hit.code} />;
  return (
    <>
      <Icon fontSize="small" color="secondary" />
      <TitlePath title={hit.title} />
      {beside && (
        <Typography component="span" variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {beside}
        </Typography>
      )}
    </>
  );
};

interface TwoLinesProps {
  readonly first: ReactNode;
  readonly second: ReactNode;
  readonly sx?: object | undefined;
}

const TwoLines = ({ first, second, sx }: TwoLinesProps) => (
  <Box component="span" sx={{ flex: 1, minWidth: 0, ...sx }}>
    <Typography component="span" noWrap sx={{ display: 'block' }}>
      {first}
    </Typography>
    <Typography
      component="span"
      variant="body2"
      noWrap
      sx={{ display: 'block', color: 'text.secondary' }}
    >
      {second}
    </Typography>
  </Box>
);

/** Verb with its lock below, and the reason if it is not possible. */
const DoLine = ({ hit }: { hit: DoHit }) => {
  const { struck, title, icon, device, time, reason, target } = hit;
  const Icon = iconOf(icon ?? 'send');
  const beside = [device?.device_name, device?.sn, time, reason].filter((text) => text).join(' · ');
  return (
    <>
      <Icon fontSize="small" color={target ? 'secondary' : 'disabled'} />
      <TwoLines
        first={
          <>
            {struck && <s>{struck}</s>}
            {struck && ' '}
            {title}
          </>
        }
        second={beside}
        sx={target ? undefined : { color: 'text.secondary' }}
      />
    </>
  );
};

const DeviceLine = ({ hit: { device, sn, name, blocked } }: { hit: DeviceHit }) => {
  const translate = useTranslate();
  const text = useText();
  const Icon = iconOf('lock');
  const state = choiceLabel(lockStatus, device.status);
  const connection = choiceLabel(communicateStatus, device.communicate_status);
  const beside = [
    ...(device.communicate_status !== COMMUNICATE_STATUS.online && connection
      ? [text(connection)]
      : []),
    ...(blocked ? [translate('search.blocked')] : []),
  ].join(' · ');
  return (
    <>
      <Icon fontSize="small" color="secondary" />
      <TwoLines
        first={<Marked value={name.text ? name : sn} />}
        second={
          <>
            {name.text && <Marked value={sn} />}
            {name.text && beside && ' · '}
            {beside}
          </>
        }
        sx={{ opacity: blocked ? 0.7 : 1 }}
      />
      {state && (
        // Chips end at the same edge as the other states.
        <Box component="span" sx={{ typography: 'body2', '& .state': { left: 0 } }}>
          <ToneChip {...lookOf(lockStatus, device.status)} label={text(state)} />
        </Box>
      )}
    </>
  );
};

/** Title path from the group to the page, as `System > Role`. */
const TitlePath = ({ title }: { title: readonly MarkedText[] }) => (
  <Typography component="span" noWrap sx={{ minWidth: 0, flex: 1 }}>
    {title.map((step, i) => (
      <Fragment key={step.text}>
        {i > 0 && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' > '}
          </Box>
        )}
        <Box component="span" sx={i < title.length - 1 ? { color: 'text.secondary' } : undefined}>
          <Marked value={step} />
        </Box>
      </Fragment>
    ))}
  </Typography>
);

/** Text with its matches highlighted by background and weight. */
const Marked = ({ value }: { value: MarkedText }) =>
  splitMarks(value).map(({ text, marked }, i) =>
    marked ? (
      <Box
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no key but their position
        key={i}
        component="mark"
        sx={({ palette }) => ({
          color: palette.text.primary,
          fontWeight: 600,
          borderRadius: '3px',
          bgcolor: `color-mix(in srgb, ${palette.primary.main} 20%, transparent)`,
        })}
      >
        {text}
      </Box>
    ) : (
      text
    ),
  );
