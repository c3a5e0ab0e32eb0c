import type { Wire } from '../../../config';
import { useShell } from '../../shell';

/** What the server at hand understands. */
export const useWire = (): Wire => useShell().declared.wire;
