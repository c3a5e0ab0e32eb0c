import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { textOf } from '../../../domain/label';
import { useReaderLocale } from '../../../fields/controls/useText';
import { iconOf } from '../../icons';
import { DeviceLine } from './DeviceLine';
import type { Hit } from './hits';
import { Marked } from './Marked';
import { TitlePath } from './TitlePath';

const Beside = ({ children }: { children: ReactNode }) => (
  <Typography component="span" variant="body2" noWrap sx={{ color: 'text.secondary' }}>
    {children}
  </Typography>
);

/** What a hit looks like. */
export const HitLine = ({ hit }: { hit: Hit }) => {
  const locale = useReaderLocale();
  if (hit.kind === 'device') return <DeviceLine hit={hit} />;
  if (hit.kind === 'page') {
    const Icon = iconOf(hit.route.icon);
    return (
      <>
        <Icon fontSize="small" color="secondary" />
        <TitlePath title={hit.title} />
        {hit.code && (
          <Beside>
            <Marked value={hit.code} />
          </Beside>
        )}
      </>
    );
  }
  const Icon = iconOf('send');
  const { entity, command } = hit.offered;
  return (
    <>
      <Icon fontSize="small" color={command.danger ? 'error' : 'primary'} />
      <TitlePath title={hit.title} />
      <Beside>{textOf(entity.label, locale)}</Beside>
    </>
  );
};
