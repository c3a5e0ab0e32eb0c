import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { iconOf } from '../../icons';
import { HitLine } from './HitLine';
import { HitOption } from './HitOption';
import type { Hit, HitGroup } from './hits';
import type { ActiveHit } from './useActiveHit';

/** The id of an option in a list. @param onMap the way to the map beside a device */
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

/** Everything found, in groups with headings. A device has a second option beside it, which shows it on the map. */
export const HitList = ({ id, groups, active, hasMap, onActivate, onChoose }: Props) => {
  const translate = useTranslate();
  const MapIcon = iconOf('map');
  const activeId = optionId(id, active);
  const hits = groups.flatMap((group) => group.hits);
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for the way to clean up.
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const option = (index: number, onMap: boolean) => {
    const at = optionId(id, { index, onMap });
    return { id: at, active: at === activeId, onActivate: () => onActivate(index, onMap) };
  };
  return (
    <Box role="listbox" id={id} aria-label={translate('search.results')}>
      {groups.map(({ name, hits: members, cut }) => (
        <Box key={name} role="group" aria-labelledby={`${id}-${name}`} sx={{ pb: 0.75 }}>
          <Typography
            id={`${id}-${name}`}
            role="presentation"
            variant="overline"
            sx={{ display: 'block', px: 1.25, pt: 0.75, color: 'text.secondary' }}
          >
            {translate(`search.groups.${name}`)}
            {cut && ` · ${translate('search.cut', { count: members.length })}`}
          </Typography>
          {members.map((hit) => {
            const index = hits.indexOf(hit);
            return (
              <Box key={hit.key} role="presentation" sx={{ display: 'flex', gap: 0.5 }}>
                <HitOption {...option(index, false)} wide onChoose={() => onChoose(hit, false)}>
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
