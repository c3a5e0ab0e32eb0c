import { Link, Popover, Stack, Typography } from '@mui/material';
import { encode } from 'uqr';
import { useLogin } from './LoginContext';

interface Props {
  anchor: HTMLElement;
  /** Links that a browser can follow, by the system they are for. */
  links: readonly { system: string; link: string }[];
  onClose: () => void;
}

/** A QR code and a link for every system there is an app for. */
export const AppDownloadPopover = ({ anchor, links, onClose }: Props) => {
  const { translate } = useLogin();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': translate('login.download'), sx: { p: 2.5 } },
      }}
    >
      <Stack direction="row" spacing={3} sx={{ justifyContent: 'center' }}>
        {links.map(({ system, link }) => (
          <div key={system} style={{ textAlign: 'center' }}>
            <QrCode text={link} />
            <Link href={link} target="_blank" rel="noopener noreferrer">
              {translate(`login.${system}`)}
            </Link>
          </div>
        ))}
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5, textAlign: 'center' }}>
        {translate('login.downloadHint')}
      </Typography>
    </Popover>
  );
};

/** Modules of light around a code, without which some cameras do not find it. */
const QUIET_ZONE = 4;

/** Dark on light in either theme: not every camera reads it the other way round. */
const QrCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((line, y) => line.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={132}
      height={132}
      shapeRendering="crispEdges"
      aria-hidden="true"
      style={{ display: 'block', marginBottom: 8, borderRadius: 6 }}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
};
