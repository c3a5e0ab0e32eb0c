import { Box, Button } from '@mui/material';
import { memo } from 'react';
import { useGetList, useListContext, useLocale, useTranslate } from 'react-admin';
import type { AnyEntity, PresetView } from '../../../../config';
import { useText } from '../../../../fields/views/reader';
import { useAnswersFilters } from '../../../app';
import { useIsPhone } from '../../../look/useIsPhone';
import { useIsBesidePanel, useScreen } from '../../screen';
import { type Filter, presetState, serializeSort, shownView, viewFilter } from '../state/listState';
import { countLimit, totalLabel } from '../state/paging';
import { useEntityList } from '../state/useEntityList';

/** Width of the fade at the end of a line that goes on, px. */
const FADE = 20;

/** Scrolling line; of its own in a head below a width, px. A rule sets it off from the title. */
const lineFrom = (width: number) =>
  ({
    display: 'flex',
    gap: 0.25,
    order: 1,
    flex: '0 1 100%',
    ml: -1,
    [`@container (min-width: ${width}px)`]: {
      order: 0,
      flex: '1 1 0',
      ml: 0,
      borderLeft: 1,
      borderColor: 'divider',
      pl: 0.75,
    },
    minWidth: 0,
    overflowX: 'auto',
    scrollbarWidth: 'none',
    pr: `${FADE}px`,
    maskImage: `linear-gradient(to left, transparent, #000 ${FADE}px)`,
  }) as const;

/** Part of a phone's line, which scrolls as a whole. */
const phoneLine = { display: 'flex', gap: 0.25 } as const;

/** From these widths, a head has room for its title, some views and the tools in one line; beside a panel, few tools. */
const lines = { alone: lineFrom(700), besidePanel: lineFrom(420) } as const;

/**
 * Names of the preset views, each with its number of rows if the server answers filters. A press applies a view;
 * another one clears it.
 */
export const ShippedViews = () => {
  const { entity } = useScreen();
  const { state, initial, patchState, resetFilter } = useEntityList();
  const translate = useTranslate();
  const isBesidePanel = useIsBesidePanel();
  const isPhone = useIsPhone();
  const codes = Object.keys(entity.views);
  if (codes.length === 0) return null;
  const time = entity.record?.time;
  const selectedCode = shownView(entity.views, state.filter, time);
  const filterOf = (code: string) =>
    viewFilter((entity.views[code] as PresetView).filter, state.filter, time);
  return (
    <Box
      role="group"
      aria-label={translate('entity.views.shipped')}
      sx={isPhone ? phoneLine : isBesidePanel ? lines.besidePanel : lines.alone}
    >
      {codes.map((code) => (
        <ViewButton
          key={code}
          entity={entity}
          view={entity.views[code] as PresetView}
          filter={filterOf(code)}
          isSelected={code === selectedCode}
          onPress={() =>
            code === selectedCode
              ? resetFilter()
              : patchState({
                  ...presetState(entity.views, code, initial),
                  filter: filterOf(code),
                  view: undefined,
                })
          }
        />
      ))}
    </Box>
  );
};

interface Props {
  readonly entity: AnyEntity;
  readonly view: PresetView;
  /** The view's own filter within the range of the list. */
  readonly filter: Filter;
  readonly isSelected: boolean;
  readonly onPress: () => void;
}

const ViewButton = ({ entity, view, filter, isSelected, onPress }: Props) => {
  const text = useText();
  const enabled = useAnswersFilters();
  const { total, meta, isPlaceholderData } = useListContext();
  const isListed = enabled && isSelected && !isPlaceholderData && total !== undefined;
  return (
    <Button size="small" aria-pressed={isSelected} onClick={onPress} sx={word}>
      {text(view.label)}
      {isListed && <Total entity={entity} total={total} meta={meta} />}
      <CountedTotal
        entity={entity}
        filterText={JSON.stringify(filter)}
        enabled={enabled}
        isHidden={isListed}
      />
    </Button>
  );
};

interface TotalProps {
  readonly entity: AnyEntity;
  readonly total: number;
  readonly meta: Parameters<typeof countLimit>[1];
}

const Total = ({ entity, total, meta }: TotalProps) => (
  <Box component="span" sx={{ ml: 0.75, color: 'text.primary' }}>
    {totalLabel(total, countLimit(entity, meta), useLocale())}
  </Box>
);

interface CountedTotalProps extends Pick<Props, 'entity'> {
  /** JSON, which stays the same while the filter does. */
  readonly filterText: string;
  readonly enabled: boolean;
  /** The list itself has the number. It is counted nevertheless, for when another view is chosen. */
  readonly isHidden: boolean;
}

/**
 * Refetch interval of the counts while the list is open, ms. No live change announces what changes with the clock
 * alone.
 */
const COUNTED_AGAIN = 30_000;

/**
 * Number of rows of a view as the server counts it. It does not render with the list: an answer that arrives while React
 * renders many rows in short tasks makes it render them again in one.
 */
const CountedTotal = memo(({ entity, filterText, enabled, isHidden }: CountedTotalProps) => {
  const { total, meta } = useGetList(
    entity.name,
    { filter: JSON.parse(filterText), pagination: { page: 1, perPage: 1 }, sort: BY_KEY },
    {
      enabled,
      refetchInterval: COUNTED_AGAIN,
      staleTime: COUNTED_AGAIN / 2,
      retry: false,
      notifyOnChangeProps: ['data'],
    },
  );
  return isHidden || total === undefined ? null : (
    <Total entity={entity} total={total} meta={meta} />
  );
});
CountedTotal.displayName = 'CountedTotal';

const word = {
  flex: 'none',
  fontWeight: 400,
  fontVariantNumeric: 'tabular-nums',
  '&.MuiButton-colorPrimary': { color: 'text.secondary' },
  // The line clips what is outside of a button.
  '&.Mui-focusVisible, &:focus-visible': { outlineOffset: -2 },
  '&[aria-pressed=true]': { fontWeight: 600, color: 'text.primary', bgcolor: 'action.selected' },
} as const;

const BY_KEY = serializeSort([{ field: 'id', order: 'DESC' }]);
