import { Box, Checkbox, Link, Typography } from '@mui/material';
import { useContext } from 'react';
import { type RaRecord, RecordContextProvider, useListContext, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { type AnyEntity, isBlank } from '../../../config';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { viewOf } from '../../../fields/views/registry';
import { ownLineOfStates } from '../../../fields/views/states';
import { WaitingRows } from '../../app/heldRows';
import { hasTones, namedFields, type RecordName, recordTitle } from '../../app/record';
import { useRecordNames } from '../../app/recordNames';
import { FieldCell } from '../../app/slots';
import { useAccess } from '../../data';
import { Fact, Facts } from '../../look/Facts';
import { RowActions } from '../RowActions';
import { MasterDetailContext, useOverlay, useScreen } from '../screen';
import { isNormalOnly } from './state/columns';
import { type RowGroup, recordsOfRow } from './state/groups';
import { useEntityList, useListRows } from './state/useEntityList';
import { GroupButton, groupLook } from './table/EntityRow';

export const CardList = ({ selectable }: { selectable: boolean }) => {
  const { onToggleItem, filterValues } = useListContext();
  const { selected, heldRows, groups, toggleGroup } = useEntityList();
  const { url, entity } = useScreen();
  const normal = entity.columns.find((name) => isNormalOnly(entity, filterValues, name));
  const isMasterDetail = useContext(MasterDetailContext) !== null;
  const rows = useListRows();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      <Box component="li" sx={aboveCards}>
        <WaitingRows {...heldRows} sx={pill} />
      </Box>
      {rows.map((record) => (
        <RecordCard
          key={record.id}
          record={record}
          group={groups.get(record.id)}
          onToggleGroup={toggleGroup}
          without={normal}
          selected={selected.has(record.id)}
          onSelect={selectable ? () => onToggleItem(record.id) : undefined}
          onOpen={isMasterDetail ? () => url.select(record.id) : undefined}
        />
      ))}
    </Box>
  );
};

/** Takes no room, so that no card moves when its button appears. */
const aboveCards = {
  position: 'sticky',
  top: 8,
  height: 0,
  zIndex: 1,
  display: 'flex',
  justifyContent: 'center',
} as const;

const pill = { height: 32, boxShadow: 3, borderRadius: 4, bgcolor: 'raised' } as const;

interface Props {
  readonly record: RaRecord;
  /** Equal records that the card stands for, or is one of. */
  readonly group?: RowGroup;
  readonly onToggleGroup?: (key: string) => void;
  readonly selected?: boolean;
  readonly onSelect?: () => void;
  /** Field to leave out. */
  readonly without?: string;
  /** Opens the detail if it has no URL. */
  readonly onOpen?: () => void;
}

const titleLook = {
  fontWeight: 600,
  color: 'text.primary',
  flex: 1,
  minWidth: 0,
  overflowWrap: 'anywhere',
  textAlign: 'left',
} as const;

/** The code after a name, on the next line if need be. */
const codeLook = { display: 'inline-block' } as const;

const CardTitle = ({ name, code }: RecordName) => (
  <>
    {name}
    {code !== undefined && (
      <>
        {' '}
        <Typography component="span" variant="caption" color="textSecondary" sx={codeLook}>
          {code}
        </Typography>
      </>
    )}
  </>
);

/** Values wrap: a touch screen shows no tooltip for a truncated text. */
const factsLook = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  mt: 0.5,
  '& > div': { display: 'flex', gap: 0.75, alignItems: 'baseline', minWidth: 0 },
  '& dt': { flex: 'none', whiteSpace: 'nowrap' },
  '& dd span': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
} as const;

export const RecordCard = (props: Props) => {
  const { record, group, onToggleGroup, selected = false, onSelect, without, onOpen } = props;
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const selectTitle = recordTitle(entity, record, useReaderLocale());
  const title = <CardTitle {...useRecordNames(entity).nameOf(record)} />;
  const { lead, states, facts } = cardFields(entity, without);
  const filledStates = states.filter(({ name }) => !isBlank(record[name]));
  // Unknown values are left out, so that six cards fit on a phone.
  const { oper } = useAccess();
  // The operator's own organisation is left out, unless the entity declares it for its cards; other organisations are
  // shown.
  const isOwnOrg = (name: string, value: unknown) =>
    name === entity.scope && !entity.card && String(value) === String(oper.orgVO.id);
  const filledFacts = facts.filter(
    ({ name }) => !isBlank(record[name]) && !isOwnOrg(name, record[name]),
  );
  const search = useOverlay().showSearch(record.id);
  return (
    <RecordContextProvider value={record}>
      <Box component="li" sx={{ px: 2, py: 0.875, borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
          {onSelect && (
            <Checkbox
              size="small"
              checked={selected}
              onChange={onSelect}
              slotProps={{
                input: { 'aria-label': translate('entity.list.select', { title: selectTitle }) },
              }}
              sx={{ p: 0.5, ml: -0.5 }}
            />
          )}
          {onOpen ? (
            <Link
              component="button"
              type="button"
              underline="hover"
              onClick={onOpen}
              sx={titleLook}
            >
              {lead ? <FieldCell {...lead} record={record} /> : title}
            </Link>
          ) : (
            <Link component={RouterLink} to={{ search }} underline="hover" sx={titleLook}>
              {title}
            </Link>
          )}
          {onToggleGroup && group?.records[0] === record && (
            <Box sx={groupLook}>
              <GroupButton group={group} title={selectTitle} onToggle={onToggleGroup} />
            </Box>
          )}
          <Box sx={{ my: -0.5 }}>
            <RowActions record={record} records={recordsOfRow(entity, group, record)} />
          </Box>
        </Box>
        {filledStates.length > 0 && (
          <Box sx={[ownLineOfStates, { typography: 'body2' }]}>
            {filledStates.map(({ name, field }) => (
              <FieldCell key={name} field={field} name={name} record={record} />
            ))}
          </Box>
        )}
        <Facts captions sx={factsLook}>
          {filledFacts.map(({ name, field }) => (
            <Fact key={name} label={text(field.label)}>
              <FieldCell field={field} name={name} record={record} />
            </Fact>
          ))}
        </Facts>
      </Box>
    </RecordContextProvider>
  );
};

/** Limit of the further fields, to keep a card readable at a glance. */
const FACTS = 4;

/**
 * Returns the fields of a card besides its title: the declared ones, else the states among the columns and the first of
 * the other columns.
 * @param without field to leave out
 */
export const cardFields = (entity: AnyEntity, without?: string) => {
  const declared: readonly string[] | undefined = entity.card;
  const fields = namedFields(entity, declared ?? entity.columns).filter(
    ({ name, field }) =>
      ![entity.title, entity.nameField, without].includes(name) &&
      (declared || !viewOf(field).wide),
  );
  const states = fields.filter(({ field }) => hasTones(field));
  const otherFields = fields.filter((each) => !states.includes(each));
  // Tells the records apart if all of them have the same title.
  const lead = entity.title === without ? otherFields[0] : undefined;
  const facts = otherFields.filter((each) => each !== lead);
  return { lead, states, facts: declared ? facts : facts.slice(0, FACTS) };
};
