import { useQuery } from '@tanstack/react-query'

import { useLocation, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { entryAt } from '#backoffice/shell/pages/navigation.ts'
import { ChannelMark } from '#backoffice/kit/display/ChannelName.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

import css from './ChannelSwitch.module.css'

/** The selected channel is in the address, so that links and copies include it. */
export function ChannelSwitch({ staff }: { staff: Staff }) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channels = data?.items ?? []
  const { pathname } = useLocation()
  // Only content pages offer the shared channel, because orders, gifts and vouchers never belong to it.
  const isContent = entryAt(pathname)?.label === 'content'
  const selected = query.get('channel') ?? ''
  return (
    <label className={css.switch}>
      <ChannelMark channel={channels.find(({ id }) => id === selected)} large />
      <span className="visually-hidden">{t('channel')}</span>
      <select
        className={css.select}
        value={selected}
        onChange={(event) => change({ channel: event.target.value, cursor: null, selected: null })}
      >
        <option value="">{t(staff.role === 'owner' ? 'allChannels' : 'allMyChannels')}</option>
        {channels
          .filter(({ id }) => id !== SHARED_CHANNEL || isContent || selected === id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {id === SHARED_CHANNEL ? t('channelShared') : name}
            </option>
          ))}
        {selected !== '' && !channels.some(({ id }) => id === selected) ? (
          <option value={selected}>{selected}</option>
        ) : null}
      </select>
    </label>
  )
}
