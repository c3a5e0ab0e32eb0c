import { Link, Popover, Stack, Typography } from '@mui/material';
import { QrCode } from '../../look/QrCode';
import { useLogin } from './LoginContext';

interface Props {
  anchor: HTMLElement;
  /** Links that a browser can open, by operating system. */
  links: readonly { system: string; link: string }[];
  onClose: () => void;
}

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
