import { entity, f } from '../config';
import { complaintAboutParam } from '../domain/systemParams';

export const systemParams = entity('systemParams', ['System parameter', '系统参数'], {
  fields: {
    param_name: f.text(['Parameter', '参数名'], {
      required: true,
      unique: true,
      fixed: true,
      max: 60,
    }),
    param_text: f.text(['Value', '参数值'], { max: 400 }),
    remark: f.text(['Remark', '备注'], { max: 200 }),
  },
  check: ({ param_name = '', param_text }) => {
    const complaint = complaintAboutParam(param_name, param_text?.trim() ?? '');
    return complaint && { param_text: complaint };
  },
  scope: 'shared',
  sort: ['param_name', 'ASC'],
  menu: { group: 'system', icon: 'settings' },
});
