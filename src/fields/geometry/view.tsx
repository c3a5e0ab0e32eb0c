import { Stack } from '@mui/material';
import { shapeOf } from '../../domain/geo/shape';
import { monospace } from '../controls/monospace';
import { Nothing } from '../controls/Nothing';
import { ParsedBox } from '../controls/ParsedBox';
import { useReaderLocale } from '../controls/useText';
import type { CellProps, FieldView, InputProps } from '../FieldView';
import { ShapeSketch } from './ShapeSketch';
import { schema } from './schema';

const PLACEHOLDER = '{ "type": "Polygon", "coordinates": [[[121.4, 31.2], …]] }';

const Cell = ({ value, field, full }: CellProps<'geometry'>) => {
  const locale = useReaderLocale();
  const shape = shapeOf(value);
  if (!shape) return <Nothing />;
  return (
    <Stack component="span" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <ShapeSketch shape={shape} size={full ? 96 : 20} />
      <span>{schema.text?.(value, field, locale)}</span>
    </Stack>
  );
};

const Input = (props: InputProps<'geometry'>) => {
  const shape = shapeOf(props.value);
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: 'flex-start' }}>
      <ParsedBox
        {...props}
        write={(value) => JSON.stringify(value)}
        read={(text) => shapeOf(text) ?? text}
        placeholder={PLACEHOLDER}
        multiline
        html={{ style: { fontFamily: monospace } }}
      />
      {shape && <ShapeSketch shape={shape} size={96} />}
    </Stack>
  );
};

export const view: FieldView<'geometry'> = { wide: true, sortable: false, Cell, Input };
