import type { Find } from '#backoffice/shell/palette/rank-finds.ts'
import type { NamedChannel } from '#backoffice/kit/display/ChannelName.tsx'
import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import type { Permission } from '#domain/staff/permissions.ts'

/** Actions on pages that have another name. The anchor is the field or button to start with. */
const ACTIONS = {
  replaceCode: {
    label: 'voucher.replace',
    icon: 'account',
    permission: 'voucher.change',
    to: '/backoffice/recipients#list',
  },
  grantPoints: {
    label: 'voucher.give',
    icon: 'account',
    permission: 'points.grant',
    to: '/backoffice/recipients#list',
  },
  refund: {
    label: 'do.refund',
    icon: 'orders',
    permission: 'credit.book',
    to: '/backoffice/orders#list',
  },
  failedRefunds: {
    label: 'do.failedRefunds',
    icon: 'task',
    permission: 'credit.book',
    to: '/backoffice/tasks?kind=refund-failed',
  },
  newCampaign: {
    label: 'newCampaign',
    icon: 'plus',
    permission: 'employer.write',
    to: '/backoffice/campaigns#new-campaign',
  },
  changePoints: {
    label: 'do.changePoints',
    icon: 'gift',
    permission: 'catalogue.write',
    to: '/backoffice/gifts#list',
  },
  changeRole: {
    label: 'do.changeRole',
    icon: 'staff',
    permission: 'staff.manage',
    to: '/backoffice/staff#list',
  },
} as const satisfies Record<
  string,
  { label: MessageKey; icon: BackofficeIconName; permission: Permission; to: string }
>

type ActionName = keyof typeof ACTIONS

export const actionFinds = (t: Translate, staff: Staff): Find[] =>
  (Object.keys(ACTIONS) as ActionName[])
    .filter((name) => staff.permissions.includes(ACTIONS[name].permission))
    .map((name) => ({
      key: `do ${name}`,
      group: t('actions'),
      icon: ACTIONS[name].icon,
      name: t(ACTIONS[name].label),
      synonyms: t(`find.do.${name}`),
      to: ACTIONS[name].to,
    }))

/** The theme of a channel, where its logo and colours are. */
export const themeFinds = (t: Translate, staff: Staff, channels: readonly NamedChannel[]): Find[] =>
  staff.permissions.includes('theme.write')
    ? channels
        .filter(({ id }) => id !== SHARED_CHANNEL)
        .map(({ id, name }) => ({
          key: `theme ${id}`,
          group: t('actions'),
          icon: 'globe',
          name: t('do.theme'),
          detail: name,
          synonyms: t('find.do.theme'),
          to: `/backoffice/channels/${id}/theme`,
        }))
    : []
