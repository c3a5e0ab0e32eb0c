import ReadIcon from '@mui/icons-material/CheckOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import { Box, Link as TextLink, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { shortAge } from '../../../domain/figures';
import { useNow, useReaderLocale } from '../../../fields/views/reader';
import { recordAddress, useListAddress } from '../../app/menus';
import { ToolButton } from '../../look/ToolButton';
import { lineLook } from './AlarmLine';
import { useBellMessages } from './bellMessages';

/** Unread messages of actions, newest first. Each leads to its record, and is read then. */
export const MessageList = ({ onGo }: { readonly onGo: () => void }) => {
  const translate = useTranslate();
  const addressOf = useListAddress();
  const locale = useReaderLocale();
  const now = useNow();
  const { messages, markRead } = useBellMessages();
  const go = (id: number) => {
    void markRead([id]);
    onGo();
  };
  if (messages.length === 0) return null;
  return (
    <Box component="ul" aria-label={translate('shell.alarms.messages')} sx={list}>
      {messages.map(({ id, text, entity, record, at }) => {
        const page = addressOf(entity);
        const to = page && record !== null ? recordAddress(page, record) : page;
        return (
          <Box component="li" key={id} sx={lineLook}>
            <MailIcon fontSize="small" color="info" />
            <Typography variant="body2" title={text} sx={words}>
              {to ? (
                <TextLink
                  component={Link}
                  to={to}
                  color="inherit"
                  underline="hover"
                  onClick={() => go(id)}
                >
                  {text}
                </TextLink>
              ) : (
                text
              )}
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {` · ${shortAge(at, now, locale)}`}
              </Box>
            </Typography>
            <ToolButton
              label="shell.alarms.markRead"
              icon={ReadIcon}
              onClick={() => void markRead([id])}
            />
          </Box>
        );
      })}
    </Box>
  );
};

const list = {
  m: 0,
  mb: 1,
  p: 0,
  listStyle: 'none',
  borderBottom: 1,
  borderColor: 'divider',
} as const;

/** Up to three lines. */
const words = {
  flex: 1,
  minWidth: 0,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  overflow: 'hidden',
  display: '-webkit-box',
  WebkitLineClamp: 3,
  WebkitBoxOrient: 'vertical',
} as const;
