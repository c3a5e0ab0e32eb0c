import { styled } from '@mui/material/styles';
import { NumberRangeFilter } from '../views/filters';
import { NumberInput } from '../views/inputs';
import type { FieldView } from '../views/registry';
import { markOf } from '../views/states';
import { LOW } from './battery.schema';

export const view: FieldView<'battery'> = {
  graphical: true,
  Cell: ({ value, field }) => <BatteryBar percent={Number(value)} low={field.low ?? LOW} />,
  Input: (props) => <NumberInput {...props} unit="%" keys="numeric" />,
  Filter: (props) => <NumberRangeFilter {...props} unit="%" />,
};

type Level = 'default' | 'warning' | 'error';

/** Low, getting low (up to twice the limit), or fine. */
export const batteryLevel = (percent: number, low: number): Level =>
  percent <= low ? 'error' : percent <= low * 2 ? 'warning' : 'default';

const Row = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
});

const Case = styled('span')(({ theme }) => ({
  flex: 'none',
  width: 34,
  height: 8,
  borderRadius: 4,
  overflow: 'hidden',
  backgroundColor: `color-mix(in srgb, ${theme.palette.text.primary} 14%, transparent)`,
}));

const Charge = styled('span', {
  shouldForwardProp: (name) => name !== 'level' && name !== 'percent',
})<{ level: Level; percent: number }>(({ theme, level, percent }) => ({
  display: 'block',
  height: '100%',
  width: `${percent}%`,
  borderRadius: 4,
  backgroundColor: markOf(theme.palette, level),
}));

const Percent = styled('span', { shouldForwardProp: (name) => name !== 'level' })<{
  level: Level;
}>(({ theme, level }) => ({
  minWidth: '2.9em',
  alignSelf: 'baseline',
  ...(level === 'error' && {
    fontWeight: 600,
    color: theme.palette.error.main,
  }),
}));

/** Battery as a bar with its number. A low one is bold as well as red. */
const BatteryBar = ({ percent, low }: { percent: number; low: number }) => {
  const shownPercent = Math.min(100, Math.max(0, percent));
  const level = batteryLevel(shownPercent, low);
  return (
    <Row>
      <Case aria-hidden="true">
        <Charge level={level} percent={shownPercent} />
      </Case>
      <Percent level={level}>{percent}%</Percent>
    </Row>
  );
};
