import { Nothing } from '../controls/Nothing';
import type { FieldView } from '../FieldView';
import { SecretBox } from './SecretBox';
import { SecretTwice } from './SecretTwice';

/** A secret is never sent back: there is nothing to show. */
export const view: FieldView<'password'> = {
  Cell: () => <Nothing />,
  Input: (props) => (props.field.confirm ? <SecretTwice {...props} /> : <SecretBox {...props} />),
  sortable: false,
};
