import { Box, Button, Card, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useQuery } from '@tanstack/react-query';
import { type PropsWithChildren, type ReactNode, useId } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { shortNumber } from '../../../domain/figures';
import { Hint } from '../../../fields/views/cells';
import { useReaderLocale } from '../../../fields/views/reader';
import type { CountGroup } from '../../../protocol';
import { type ConsoleDataProvider, type CountQuery, useCanRead } from '../../data';
import { RetryAlert } from '../../look/alerts';
import { isCountUnsupported, isForbidden } from './figures';

export const SIM_CARDS = 'cardRenewal';

export interface HeadProps {
  readonly title: string;
  /** Period of the numbers, or an exception among them. */
  readonly note?: ReactNode;
  readonly legend?: ReactNode;
  /** Buttons behind the link to the list. */
  readonly tools?: ReactNode;
  /** Link to the list of the records, if a menu shows it. */
  readonly list?: string | undefined;
}

/** Title of a card or of a section in it. */
export const PanelHead = ({ titleId, ...head }: HeadProps & { readonly titleId: string }) => {
  const translate = useTranslate();
  const { title, note, legend, tools, list } = head;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: 2, pt: 0.75, minHeight: 40 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.25 }}>
        <Typography variant="subtitle2" component="h2" id={titleId}>
          {title}
        </Typography>
        {note && (
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {note}
          </Typography>
        )}
        {legend}
      </Box>
      <Box sx={{ display: 'flex', ml: 'auto', mr: -1, flex: 'none' }}>
        {list && (
          <Button
            component={Link}
            to={list}
            size="small"
            color="inherit"
            aria-label={`${translate('dashboard.showAll')}: ${title}`}
            sx={{ color: 'text.secondary' }}
          >
            {translate('dashboard.showAll')}
          </Button>
        )}
        {tools}
      </Box>
    </Box>
  );
};

export const PanelCard = ({ children, ...head }: PropsWithChildren<HeadProps>) => {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <PanelHead {...head} titleId={titleId} />
      {children}
    </Card>
  );
};

interface CountCardProps extends HeadProps {
  readonly entity: string;
  readonly query: CountQuery;
  /** Message if nothing was counted. */
  readonly empty: string;
  /** Placeholder in the shape of the content. */
  readonly skeleton: ReactNode;
  readonly children: (groups: readonly CountGroup[]) => ReactNode;
}

/** Card of records counted in groups; renders nothing if the operator may not read them. */
export const CountCard = (props: CountCardProps) => {
  const { entity, query, skeleton, empty, children, ...head } = props;
  const translate = useTranslate();
  const readable = useCanRead(entity);
  const { data: counts, error, refetch } = useCounts(entity, query, readable);
  const data = counts?.groups;
  if (!readable || isForbidden(error)) return null;
  const content = () => {
    if (data?.length === 0) return <QuietText>{empty}</QuietText>;
    if (data) return children(data);
    if (isCountUnsupported(error))
      return <QuietText>{translate('dashboard.notCounted')}</QuietText>;
    if (!error) return skeleton;
    return <RetryAlert error={error} onRetry={() => refetch()} />;
  };
  return (
    <PanelCard {...head}>
      <Box aria-busy={!data && !error} sx={{ px: 2, pb: 1.5 }}>
        {content()}
      </Box>
    </PanelCard>
  );
};

export const QuietText = ({ children }: { readonly children: string }) => (
  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
    {children}
  </Typography>
);

/** Refetch interval, ms: live data does not contain the counted records. */
const REFETCH_INTERVAL = 60_000;
/** Refetch interval while there are no records yet, or while history is being backfilled, ms. */
const FIRST_REFETCH_INTERVAL = 5_000;

/** Returns the refetch interval for an answer, ms. */
export const retryOf = (answer: readonly unknown[] | undefined, growing = false): number =>
  growing || answer?.length === 0 ? FIRST_REFETCH_INTERVAL : REFETCH_INTERVAL;

export const useCounts = (entity: string, query: CountQuery, enabled = true) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    queryKey: [entity, 'count', query],
    queryFn: ({ signal }) => dataProvider.count(entity, query, { signal }),
    refetchInterval: ({ state }) => retryOf(state.data?.groups, state.data?.growing),
    enabled,
  });
};

/** Largest number that is shown in full; abbreviating smaller ones saves no room. */
const MAX_FULL_NUMBER = 9_999;

/** Number, abbreviated if it is large. Tooltip and screen readers get the full number. */
export const ShortNumber = ({ value }: { readonly value: number }) => {
  const locale = useReaderLocale();
  const fullNumber = value.toLocaleString(locale);
  if (value <= MAX_FULL_NUMBER) return fullNumber;
  return (
    <Hint title={fullNumber}>
      <span aria-hidden="true">{shortNumber(value)}</span>
      <span style={visuallyHidden}>{fullNumber}</span>
    </Hint>
  );
};
