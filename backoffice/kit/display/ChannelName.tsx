import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { hexColour, textOn } from '#domain/channels/theme-contrast.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './ChannelName.module.css'

type Channel = StaffResponse<'channelNames'>['items'][number]

type ChannelMarkProps = {
  /** undefined: all channels. */
  channel: Channel | undefined
  large?: boolean
}

/** The width of a logo divided by its height. A square would cut off a wider logo. */
const MAX_ASPECT_RATIO = 1.25

/** A small square with the channel's logo if that is square, else with its first letter in its colour. */
export function ChannelMark({ channel, large = false }: ChannelMarkProps) {
  const [isSquare, setSquare] = useState(false)
  const size = classNames(css.mark, large && css.large)
  if (!channel || channel.id === SHARED_CHANNEL) {
    return (
      <span className={classNames(size, css.all)} aria-hidden="true">
        <BackofficeIcon name="gift" />
      </span>
    )
  }
  const background = isSquare ? '#ffffff' : hexColour(channel.colour)
  return (
    <span
      className={size}
      style={{ background, color: textOn(background) }}
      data-letter={isSquare ? undefined : channel.name.slice(0, 1)}
      aria-hidden="true"
    >
      {hasPicture(channel.logo) ? (
        <img
          className={css.logo}
          src={pictureUrl(channel.logo)}
          alt=""
          hidden={!isSquare}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSquare(naturalWidth <= MAX_ASPECT_RATIO * naturalHeight)
          }
        />
      ) : null}
    </span>
  )
}

export type NamedChannel = { id: string; name: string; channel: Channel | undefined }

/** The user's channels, and the name of each by its number. */
export function useChannels() {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channelOf = (id: string): NamedChannel => {
    const channel = data?.items.find((item) => item.id === id)
    return { id, name: id === SHARED_CHANNEL ? t('channelShared') : (channel?.name ?? id), channel }
  }
  return {
    channels: (data?.items ?? []).map(({ id }) => channelOf(id)),
    channelOf,
    nameOf: (id: string) => channelOf(id).name,
  }
}

/** A channel in the back office: its mark and its name. */
export function ChannelName({ id }: { id: string }) {
  const { name, channel } = useChannels().channelOf(id)
  return (
    <span className={css.channel}>
      {/* Until the names are known, or of a channel that is not the user's, there is only the number. */}
      {channel || id === SHARED_CHANNEL ? <ChannelMark channel={channel} /> : null}
      <span className={css.name}>{name}</span>
    </span>
  )
}

/** Only the mark, where the employer beside it has the same name. */
export function ChannelOfEmployer({ id, employer }: { id: string; employer: string }) {
  const { name, channel } = useChannels().channelOf(id)
  if (name !== employer) return <ChannelName id={id} />
  return (
    <span title={name}>
      <ChannelMark channel={channel} />
      <span className="visually-hidden">{name}</span>
    </span>
  )
}

const MAX_NAMED = 2

/** Up to two channels by name, otherwise the first one and the number of the others. */
export function ChannelNames({ ids }: { ids: readonly string[] }) {
  const t = useTranslate()
  const { channelOf } = useChannels()
  const [first] = ids
  if (ids.length <= MAX_NAMED || first === undefined) {
    return (
      <span className={css.several}>
        {ids.map((id) => (
          <ChannelName key={id} id={id} />
        ))}
      </span>
    )
  }
  const { name, channel } = channelOf(first)
  return (
    <span className={css.channel} title={ids.map((id) => channelOf(id).name).join(', ')}>
      <ChannelMark channel={channel} />
      <span className={css.name}>{t('andMore', { first: name, count: ids.length - 1 })}</span>
    </span>
  )
}

/** The same in a list, where a line may belong to no channel. */
export const channelCell = (id: string | null) => (id === null ? '–' : <ChannelName id={id} />)
