import SendIcon from '@mui/icons-material/SendOutlined';
import { useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { loadable } from '../../../../fields/views/loadable';
import { useAccess } from '../../../data';
import { HeadButton } from '../../HeadButton';

const SendDialog = loadable(() => import('./SendDialog'), 'SendDialog');

/** Button that mails the list to colleagues, if the server can. */
export const SendButton = () => {
  const { total } = useListContext();
  const { sendsLists = false } = useAccess();
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!sendsLists) return null;
  return (
    <>
      <HeadButton
        label={translate('entity.send.button')}
        icon={SendIcon}
        onClick={() => setOpen(true)}
        disabled={total === 0}
      />
      {open && <SendDialog onClose={() => setOpen(false)} />}
    </>
  );
};
