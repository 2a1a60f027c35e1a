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

/** A wider logo is a word mark, of which a square would show only a part. */
const WIDEST = 1.25

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
            setSquare(naturalWidth <= WIDEST * naturalHeight)
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
  const named = (id: string): NamedChannel => {
    const channel = data?.items.find((item) => item.id === id)
    return { id, name: id === SHARED_CHANNEL ? t('channelShared') : (channel?.name ?? id), channel }
  }
  return {
    channels: (data?.items ?? []).map(({ id }) => named(id)),
    named,
    nameOf: (id: string) => named(id).name,
  }
}

/** A channel in the back office: its mark and its name. */
export function ChannelName({ id }: { id: string }) {
  const { name, channel } = useChannels().named(id)
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
  const { name, channel } = useChannels().named(id)
  if (name !== employer) return <ChannelName id={id} />
  return (
    <span title={name}>
      <ChannelMark channel={channel} />
      <span className="visually-hidden">{name}</span>
    </span>
  )
}

const MOST_NAMED = 2

/** Few are named, of many the first and how many more there are. */
export function ChannelNames({ ids }: { ids: readonly string[] }) {
  const t = useTranslate()
  const { named } = useChannels()
  const [first] = ids
  if (ids.length <= MOST_NAMED || first === undefined) {
    return (
      <span className={css.several}>
        {ids.map((id) => (
          <ChannelName key={id} id={id} />
        ))}
      </span>
    )
  }
  const { name, channel } = named(first)
  return (
    <span className={css.channel} title={ids.map((id) => named(id).name).join(', ')}>
      <ChannelMark channel={channel} />
      <span className={css.name}>{t('andMore', { first: name, count: ids.length - 1 })}</span>
    </span>
  )
}

/** The same in a list, where a line may belong to no channel. */
export const channelCell = (id: string | null) => (id === null ? '–' : <ChannelName id={id} />)
