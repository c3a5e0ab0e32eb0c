import { Typography } from '@mui/material';
import { Fragment } from 'react';
import type { AnyEntity, Row } from '../../../config';
import type { Locale, Tone } from '../../../domain/label';
import { fieldText, schemaOf } from '../../../fields/schemas';
import { useReaderLocale } from '../../../fields/views/reader';
import { StateSign } from '../../../fields/views/states';
import { eventFieldOf, fieldOf, hasTones } from '../../app/record';

interface Props {
  readonly entity: AnyEntity;
  readonly records: readonly Row[];
}

/** Numbers of records by state and event: "◆ 3 Out of fence · ▲ 4 Inside fence". */
export const RecordSummary = ({ entity, records }: Props) => {
  const locale = useReaderLocale();
  return (
    <Typography variant="body2">
      {summaryOf(entity, records, locale).map(({ tone, name, count }, at) => (
        <Fragment key={`${tone} ${name}`}>
          {at > 0 && ' · '}
          {tone && <StateSign tone={tone} coloured />} {count} {name}
        </Fragment>
      ))}
    </Typography>
  );
};

interface SummaryEntry {
  readonly tone: Tone | undefined;
  readonly name: string;
  readonly count: number;
}

/**
 * Counts records by their first state among the columns and the event that they stand for, ordered by the state.
 * Empty for an entity without a detail panel.
 */
export const summaryOf = (
  entity: AnyEntity,
  records: readonly Row[],
  locale: Locale,
): readonly SummaryEntry[] => {
  const eventField = eventFieldOf(entity);
  const event = eventField === undefined ? undefined : fieldOf(entity, eventField);
  if (!event || eventField === undefined) return [];
  const stateName = (entity.columns as readonly string[]).find((name) => {
    const field = fieldOf(entity, name);
    return field !== undefined && hasTones(field);
  });
  const state = stateName === undefined ? undefined : fieldOf(entity, stateName);
  const tones = (state && schemaOf(state).choices?.(state).tones) as
    | Readonly<Record<string, Tone>>
    | undefined;
  const groups = new Map<string, SummaryEntry & { readonly order: number }>();
  for (const record of records) {
    const value = stateName === undefined ? undefined : record[stateName];
    const name = fieldText(event, eventField, record, locale);
    const key = `${value} ${name}`;
    const count = (groups.get(key)?.count ?? 0) + 1;
    groups.set(key, { tone: tones?.[String(value)], name, count, order: Number(value ?? 0) });
  }
  return [...groups.values()]
    .sort((a, b) => a.order - b.order || b.count - a.count)
    .map(({ tone, name, count }) => ({ tone, name, count }));
};
