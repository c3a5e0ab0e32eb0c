import CheckIcon from '@mui/icons-material/Check';
import CopyIcon from '@mui/icons-material/ContentCopy';
import { Box, IconButton, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { type RaRecord, RecordContextProvider, useNotify, useTranslate } from 'react-admin';
import { type AnyEntity, appearsIn, type Field, type Row } from '../../../config';
import { inSentence } from '../../../domain/label';
import { fieldText, isRelevant, isSecret } from '../../../fields';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { viewOf } from '../../../fields/views/registry';
import { fieldsForView, type NamedField } from '../../app/record';
import { FieldCell, SlotComponent } from '../../app/slots';
import { Fact, Facts } from '../../look/Facts';
import { useScreen } from '../screen';
import { useFlash } from '../useFlash';
import { useHasTimeline } from './Timeline';

type Props = { readonly record: RaRecord; readonly without?: readonly string[] };

/** All values of a record, in groups. @param without fields to leave out */
export const RecordFields = ({ record, without }: Props) => {
  const { entity } = useScreen();
  const groups = detailGroups(entity, record, without);
  const slot = useHasTimeline(entity) && !entity.side ? undefined : entity.slots.detail;
  const alone = groups.filter(({ kind }) => kind !== 'wide').length === 1;
  return (
    <RecordContextProvider value={record}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
        {slot && <SlotComponent slot={slot} slotProps={{}} />}
        {groups.map((group) => (
          <DetailFields key={group.kind} group={group} record={record} alone={alone} />
        ))}
      </Box>
    </RecordContextProvider>
  );
};

interface DetailGroup {
  /**
   * Fields that only the lock or the server sets (`reported`), that operators edit (`kept`), or that need a whole line.
   */
  readonly kind: 'reported' | 'kept' | 'wide';
  readonly fields: readonly NamedField[];
}

const isEditable = (field: Field) => appearsIn(field, 'create') || appearsIn(field, 'edit');

/**
 * Groups the fields of a detail: reported, editable and wide ones. Without a form, all narrow fields count as reported.
 * Leaves out empty groups, and fields that are irrelevant for the other values.
 * @param without fields to leave out
 */
export const detailGroups = (
  entity: AnyEntity,
  record?: Row,
  without: readonly string[] = [],
): DetailGroup[] => {
  const isVisible = ({ name, field }: NamedField) =>
    !isSecret(field) && !without.includes(name) && (!record || isRelevant(field, record));
  const visibleFields = fieldsForView(entity, 'show').filter(isVisible);
  const wide = visibleFields.filter(({ field }) => viewOf(field).wide);
  const narrow = visibleFields.filter(({ field }) => !viewOf(field).wide);
  const hasForm = entity.verbs.some((verb) => verb === 'add' || verb === 'update');
  const editable = hasForm ? narrow.filter(({ field }) => isEditable(field)) : [];
  const reported = narrow.filter((each) => !editable.includes(each));
  const groups: DetailGroup[] = [
    { kind: 'reported', fields: reported },
    { kind: 'kept', fields: editable },
    { kind: 'wide', fields: wide },
  ];
  return groups.filter(({ fields }) => fields.length > 0);
};

const DetailField = ({ name, field, record }: NamedField & Pick<Props, 'record'>) => {
  const text = useText();
  const locale = useReaderLocale();
  const flashed = useFlash(record[name]);
  const { graphical } = viewOf(field);
  const copied = graphical ? '' : fieldText(field, name, record, locale);
  return (
    <Fact
      label={
        <>
          {text(field.label)}
          {copied && <CopyButton value={copied} label={text(field.label)} />}
        </>
      }
    >
      <div ref={flashed}>
        <FieldCell field={field} name={name} record={record} full />
      </div>
    </Fact>
  );
};

const factsLook = {
  display: 'grid',
  columnGap: { xs: 2, sm: 3 },
  rowGap: 1.25,
  // The copy button is beside the label, because beside the value it would take room from long numbers.
  '& dt': { display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 22 },
  '& dd > div': { mx: -0.75, px: 0.75, minHeight: 24, borderRadius: 1 },
  '& .copy': { opacity: 0, flex: 'none' },
  '& > :hover .copy, & .copy:focus-visible': { opacity: 1 },
  '@media (hover: none)': { '& .copy': { opacity: 0.7 } },
} as const;

interface DetailFieldsProps {
  readonly group: DetailGroup;
  readonly record: RaRecord;
  /** Leaves out the heading of a single group. */
  readonly alone: boolean;
}

const DetailFields = ({ group: { kind, fields }, record, alone }: DetailFieldsProps) => {
  const translate = useTranslate();
  const columns = kind === 'wide' ? 'minmax(0, 1fr)' : 'repeat(2, minmax(0, 1fr))';
  return (
    <section>
      {!alone && kind !== 'wide' && (
        <Typography variant="subtitle2" component="h3" color="textSecondary" sx={{ mb: 1 }}>
          {translate(`entity.detail.${kind}`)}
        </Typography>
      )}
      <Facts captions sx={{ ...factsLook, gridTemplateColumns: columns }}>
        {fields.map((each) => (
          <DetailField key={each.name} {...each} record={record} />
        ))}
      </Facts>
    </section>
  );
};

/** Duration of the check mark after a copy, ms. */
const TICKED = 1500;

const CopyButton = ({ value, label }: { value: string; label: string }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICKED);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Without TLS, a page has no clipboard.
      notify('entity.detail.copyFailed', { type: 'warning' });
    }
  };
  return (
    <IconButton
      className="copy"
      size="small"
      onClick={copy}
      aria-label={
        copied
          ? translate('entity.detail.copied', { field: label })
          : translate('entity.detail.copy', { field: inSentence(label) })
      }
      sx={{ p: 0.25, my: -0.25, color: copied ? 'success.main' : 'text.secondary' }}
    >
      {copied ? <CheckIcon sx={{ fontSize: 15 }} /> : <CopyIcon sx={{ fontSize: 15 }} />}
    </IconButton>
  );
};
