import AddIcon from '@mui/icons-material/Add';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import type { AnyEntity, Label, Narrowing } from '../../../config';
import { useText } from '../../../fields/controls/useText';
import { useRows } from '../list/useRows';
import { fieldOf } from '../parts/fieldsOf';
import { useOverlays } from '../parts/OverlaysContext';
import { useLocalUrl } from '../parts/useLocalUrl';
import { useVerbs } from '../parts/useVerbs';
import { RelatedList } from './RelatedList';

const PER_PAGE = 10;

interface Props {
  readonly entity: AnyEntity;
  /** The field of theirs that holds `match`. */
  readonly their: string;
  readonly match: unknown;
  /** Only some of them. */
  readonly only?: Narrowing;
  /** What is said where there are none. */
  readonly empty?: Label;
  /** They are looked at here, not made. */
  readonly fixed?: boolean;
}

/** The records of another entity that belong to the one in view, with their own details and forms. */
export const RelatedScreen = ({ entity, their, match, only, empty, fixed }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const Overlays = useOverlays();
  const url = useLocalUrl();
  const may = useVerbs(entity);
  const [page, setPage] = useState(1);
  const [field, order] = entity.sort ?? ['id', 'DESC'];
  const filter = useMemo(() => ({ ...only, [their]: match }), [only, their, match]);
  const given = useMemo(
    () => ({ [their]: fieldOf(entity, their)?.kind === 'refs' ? [match] : match }),
    [entity, their, match],
  );
  const query = useRows(entity, { filter, sort: [{ field, order }], page, perPage: PER_PAGE });
  return (
    <Overlays
      entity={entity}
      menuCode={`related.${entity.name}`}
      url={url}
      rows={query.data?.data ?? []}
      given={fixed ? undefined : given}
    >
      {may.add && !fixed && (
        <Box sx={{ mb: 1.5 }}>
          <Button size="small" startIcon={<AddIcon />} onClick={url.create}>
            {translate('screens.form.create', { name: text(entity.label) })}
          </Button>
        </Box>
      )}
      <RelatedList
        query={query}
        filter={filter}
        their={their}
        empty={empty}
        page={page}
        perPage={PER_PAGE}
        onPage={setPage}
      />
    </Overlays>
  );
};
