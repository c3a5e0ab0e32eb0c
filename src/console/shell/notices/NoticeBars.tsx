import CloudOff from '@mui/icons-material/CloudOffOutlined';
import NewReleases from '@mui/icons-material/NewReleasesOutlined';
import Logout from '@mui/icons-material/NoAccountsOutlined';
import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useSyncExternalStore } from 'react';
import { useShell } from '../ShellContext';
import { NoticeBar } from './NoticeBar';
import { useConnection } from './useConnection';
import { useNewVersion } from './useNewVersion';

/** What concerns every page and interrupts none; each goes away when it is no longer so. */
export const NoticeBars = () => {
  const translate = useTranslate();
  const { sessionLoss, startAgain, runtime } = useShell();
  const connection = useConnection();
  const hasNewVersion = useNewVersion(runtime.version);
  const sessionLost = useSyncExternalStore(sessionLoss.subscribe, sessionLoss.isLost);
  return (
    <Box role="status" sx={{ flex: 'none' }}>
      {sessionLost && (
        <NoticeBar
          tone="error"
          icon={<Logout />}
          text={translate('shell.notices.session')}
          action={{ label: translate('shell.session.button'), onClick: startAgain }}
        />
      )}
      {!sessionLost && connection !== 'good' && (
        <NoticeBar
          tone="warning"
          icon={<CloudOff />}
          text={translate(`shell.notices.${connection}`)}
        />
      )}
      {hasNewVersion && (
        <NoticeBar
          tone="info"
          icon={<NewReleases />}
          text={translate('shell.notices.newVersion')}
          action={{
            label: translate('shell.notices.reload'),
            onClick: () => location.reload(),
          }}
        />
      )}
    </Box>
  );
};
