import { UnknownPath } from './UnknownPath';

interface Props {
  name: string;
  /** The field a person knows a record by. */
  recordRepresentation: string;
}

/**
 * Makes an entity known to react-admin, whether or not one of its menus is granted: records elsewhere refer to it. It
 * has no page of its own, only menus have.
 */
export const EntityResource = (_: Props) => <UnknownPath />;

EntityResource.raName = 'Resource';
EntityResource.registerResource = ({ name, recordRepresentation }: Props) => ({
  name,
  recordRepresentation,
});
