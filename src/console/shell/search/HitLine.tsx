import { Typography } from '@mui/material';
import { textOf } from '../../../domain/label';
import { useReaderLocale } from '../../../fields/controls/useText';
import { iconOf } from '../../icons';
import { DeviceLine } from './DeviceLine';
import type { Hit } from './hits';
import { TitlePath } from './TitlePath';

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
      </>
    );
  }
  const Icon = iconOf('send');
  const { entity, command } = hit.offered;
  return (
    <>
      <Icon fontSize="small" color={command.danger ? 'error' : 'primary'} />
      <TitlePath title={hit.title} />
      <Typography component="span" variant="body2" noWrap sx={{ color: 'text.secondary' }}>
        {textOf(entity.label, locale)}
      </Typography>
    </>
  );
};
